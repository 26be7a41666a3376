"""``tilesight serve``: the page, for this computer and the phones beside it."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from webapp import service
from webapp.console import heading, notice

THREADS = 8
EVERY_NETWORK = "0.0.0.0"
THIS_COMPUTER = "127.0.0.1"


@click.command("serve")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="The number after the colon in the page's address.",
)
@click.option("--local", is_flag=True, help="Only for this computer, not for phones.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where games are kept (otherwise $TILESIGHT_DATA, or your application folder).",
)
def command(port: int, local: bool, data: Path | None) -> int:
    """Open the page for this computer and the phones on its network.

    Prints the address to type on the phone. Everything stays on this computer;
    stop it with Ctrl-C.
    """
    from sqlalchemy.exc import SQLAlchemyError
    from waitress.server import create_server

    from webapp import config, create_app

    try:
        app = create_app(folder=data)
    except OSError as error:
        raise service.BadInput(
            f"games cannot be kept there ({error}); choose --data DIR"
        ) from error
    except SQLAlchemyError as error:
        reason = getattr(error, "orig", None) or error
        kept = (data or config.data_folder()) / config.DATABASE
        raise service.BadInput(
            f"{kept}: the games in it cannot be opened ({reason}); "
            "move the file away, or choose --data DIR"
        ) from error
    host = THIS_COMPUTER if local else EVERY_NETWORK
    try:
        server = create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            ident="",
            max_request_body_size=2 * app.config["MAX_CONTENT_LENGTH"],
        )
    except OSError as error:
        reason = error.strerror or error
        raise service.BadInput(
            f"port {port} cannot be used ({reason}); try --port {port + 1}"
        ) from error
    _say_where(port, local)
    server.run()
    return 0


def _say_where(port: int, local: bool) -> None:
    click.echo(f"On this computer:  {heading(f'http://localhost:{port}/')}")
    address = None if local else network_address()
    if address:
        click.echo(f"On a phone on the same wifi:  {heading(f'http://{address}:{port}/')}")
        notice("if the phone cannot reach it, allow this port in the computer's firewall")
    click.echo("Stop it with Ctrl-C.")


def network_address() -> str | None:
    """The address that other devices on the network reach this computer by, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which way a packet would leave.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
