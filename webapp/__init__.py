"""The Flask page and the command line."""
