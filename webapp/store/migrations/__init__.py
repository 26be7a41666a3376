"""Alembic's steps from an empty database to the one of today."""
