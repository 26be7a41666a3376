"""One module a step; the store runs those that a database lacks when it opens."""
