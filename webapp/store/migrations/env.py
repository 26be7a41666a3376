"""Alembic's entry: runs the steps on the connection that the store hands over."""

from alembic import context

from webapp.store.models import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite cannot alter most columns in place
)
with context.begin_transaction():
    context.run_migrations()
