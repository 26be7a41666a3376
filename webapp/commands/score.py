"""``tilesight score``: one round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from solver.names import same_as, tidied
from webapp import service
from webapp.batch import Question, answer_all, choice, names_of, tile_list
from webapp.commands.options import (
    batch_option,
    json_option,
    players_named,
    profile_option,
    refuse_with_batch,
    rules_option,
    wants_debug,
)
from webapp.console import emit, heading, notice, plural

if TYPE_CHECKING:
    from solver.rules import Rules
    from solver.scoring import RoundScore
    from vision.profile import Profile


@click.command("score")
@click.argument("racks", nargs=-1, metavar="NAME=RACK...")
@rules_option
@profile_option
@click.option("--out", metavar="NAME", help="Who went out.")
@click.option("--nobody-out", is_flag=True, help="Nobody went out.")
@click.option("--winner", metavar="NAME", help="Who wins a tie, as the players have ruled.")
@click.option("--unopened", multiple=True, metavar="NAME", help="Never opened (may be repeated).")
@click.option(
    "--could-have-opened",
    multiple=True,
    metavar="NAME",
    help="Never opened though the rack allowed it (may be repeated).",
)
@click.option(
    "--announced",
    multiple=True,
    metavar="NAME",
    help="Announced the opening in the last round (may be repeated).",
)
@click.option("--foot", is_flag=True, help="International rules: the winner played Foot.")
@click.option(
    "--joker-discarded", is_flag=True, help="International rules: the last discard was a joker."
)
@click.option(
    "--sheet",
    type=click.Path(path_type=Path),
    metavar="FILE.csv",
    help="Add the round to this sheet, which 'tilesight match' keeps.",
)
@click.option(
    "--as-read",
    is_flag=True,
    help="Add the round to the sheet although tiles on its photos are doubtful or cut off.",
)
@batch_option
@json_option
def command(
    racks: tuple[str, ...],
    rules: str,
    profile: str | None,
    out: str | None,
    nobody_out: bool,
    winner: str | None,
    unopened: tuple[str, ...],
    could_have_opened: tuple[str, ...],
    announced: tuple[str, ...],
    foot: bool,
    joker_discarded: bool,
    sheet: Path | None,
    as_read: bool,
    batch: str | None,
    as_json: bool,
) -> int:
    """Score one round from what is left on the racks, each a text or a photo.

    "Ann=" is an empty rack. Example: tilesight score --out Ann Ann= Bo="R5 J".
    Whether an unopened rack could have opened is found out unless you say it.
    A line of --batch looks like {"rules": "polish", "racks": {"Ann": [], "Bo":
    ["R5"]}, "out": "Ann", "unopened": ["Bo"]}; "out": null means nobody.
    """
    own = service.profile_named(profile)
    if batch is not None:
        if racks:
            raise click.UsageError("give racks, or --batch FILE, not both")
        refuse_with_batch(
            out=out,
            nobody_out=nobody_out,
            winner=winner,
            unopened=unopened,
            could_have_opened=could_have_opened,
            announced=announced,
            foot=foot,
            joker_discarded=joker_discarded,
            sheet=sheet,
            as_read=as_read,
        )
        return answer_all(batch, lambda asked: _answer(asked, rules, own), debug=wants_debug())
    if (out is None) == (not nobody_out):
        raise click.UsageError("say --out NAME or --nobody-out")
    if as_read and sheet is None:
        raise click.UsageError("--as-read is of the sheet: say --sheet FILE.csv too")
    ruleset = service.rules_named(rules)
    if sheet is not None and sheet.exists():
        ruleset = _rules_of(sheet, ruleset)
    held = _by_player(racks)

    scored = service.score(
        held,
        out=_who(out, held),
        rules=ruleset,
        declared_winner=_who(winner, held),
        unopened=_all_of(unopened, held),
        could_have_opened=_all_of(could_have_opened, held) or None,
        announced=_all_of(announced, held),
        foot=foot,
        joker_discarded=joker_discarded,
        profile=own,
    )
    for remark in scored.remarks:
        notice(remark)
    if sheet is not None:
        if not as_read:
            _refuse_unsure(scored, held, sheet)
        _write_down(scored.score, sheet, ruleset)
    if as_json:
        emit(scored.to_json())
    else:
        _show(scored)
    return 0


def _rules_of(sheet: Path, named: Rules) -> Rules:
    """The rules that the match in ``sheet`` is played under; ``named`` if they were asked for.

    Raises:
        BadInput: others were asked for.
    """
    from webapp.sheet import read_sheet, rules_name_in

    source = click.get_current_context().get_parameter_source("rules")
    if source is ParameterSource.DEFAULT:
        return read_sheet(sheet).rules
    kept = rules_name_in(sheet)
    if kept not in (None, named.name):
        raise service.BadInput(f"{sheet}: that match is played under {kept}, not {named.name}")
    return named


def _refuse_unsure(found: service.ScoredRacks, held: Mapping[str, str], sheet: Path) -> None:
    """A sheet stays wrong for good, so nothing that is in doubt gets there by itself.

    Raises:
        BadInput: a rack was read with doubtful tiles, or the edge of its photo cuts tiles.
    """
    told = []
    for name, source in held.items():
        if name in found.doubtful:
            told.append(f"{name}'s rack ({source}): look at {' '.join(found.doubtful[name])}")
        if name in found.cut_off:
            told.append(f"{name}'s rack ({source}): the photo's edge cuts tiles off")
    if told:
        raise service.BadInput(
            f"{'; '.join(told)}: nothing is written to {sheet}: give the tiles as text "
            "(NAME='R5 J'), or say --as-read if all is right as it was read"
        )


def _write_down(scored: RoundScore, sheet: Path, rules: Rules) -> None:
    """Add the round to a sheet, which is begun with these players when there is none.

    Raises:
        BadInput: the round is not of those who are playing, or undecided.
    """
    from solver.match import Match, MatchError
    from webapp.sheet import read_sheet, write_sheet

    if scored.undecided:
        tied = " and ".join(scored.undecided)
        raise service.BadInput(f"{tied} are tied, so nothing is written: say --winner NAME")
    try:
        players = [name for name, _ in scored.points]
        match = read_sheet(sheet, rules) if sheet.exists() else Match.start(rules, players)
        write_sheet(match.add(scored), sheet)
    except MatchError as error:
        raise service.BadInput(str(error)) from error


def _by_player(words: Sequence[str]) -> dict[str, str]:
    racks: dict[str, str] = {}
    for word in words:
        name, sign, rack = word.partition("=")
        if not sign or not name.strip():
            raise click.UsageError(f"{word}: write NAME=RACK, such as Ann='R5 J' or Ann=rack.jpg")
        if tidied(name) in racks:
            raise click.UsageError(f"{tidied(name)} is given twice")
        racks[tidied(name)] = rack
    players_named(racks)
    if len(racks) < 2:
        raise click.UsageError("give the racks of at least two players: NAME=RACK NAME=RACK")
    return racks


def _who(name: str | None, held: Mapping[str, str]) -> str | None:
    """The player who is meant, whatever nobody sees in the name; one who has no rack as given."""
    return None if name is None else _all_of((name,), held)[0]


def _all_of(names: Sequence[str], held: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(same_as(tidied(name), held) or name.strip() for name in names)


def _answer(asked: Question, rules: str, profile: Profile | None) -> dict[str, Any]:
    racks = asked.get("racks")
    if not isinstance(racks, dict) or len(racks) < 2:
        raise service.BadInput('"racks" must hold two players or more: {"Ann": [], "Bo": ["R5"]}')
    if not all(name.strip() for name in racks):
        raise service.BadInput('"racks": a player has no name; write {"Ann": [], "Bo": ["R5"]}')
    if "out" not in asked:
        raise service.BadInput(
            '"out" is missing: write "out": "Ann" for who went out, or "out": null for nobody'
        )
    held = dict(zip(players_named(racks), (tile_list(racks, name) for name in racks), strict=True))
    return service.score(
        held,
        out=_who(choice(asked, "out", None, str), held),
        rules=service.rules_named(choice(asked, "rules", rules, str)),
        declared_winner=_who(choice(asked, "declared_winner", None, str), held),
        unopened=_all_of(names_of(asked, "unopened"), held),
        could_have_opened=(
            None
            if asked.get("could_have_opened") is None
            else _all_of(names_of(asked, "could_have_opened"), held)
        ),
        announced=_all_of(names_of(asked, "announced"), held),
        foot=choice(asked, "foot", False, bool),
        joker_discarded=choice(asked, "joker_discarded", False, bool),
        profile=profile,
    ).to_json()


def _show(found: service.ScoredRacks) -> None:
    scored, doubtful = found.score, found.doubtful
    big_points, lines = dict(scored.big_points), dict(scored.lines)
    if scored.undecided:
        names = " and ".join(scored.undecided)
        click.echo(heading(f"A tie between {names}") + ": say who wins with --winner NAME.")
    elif scored.winners:
        won = "wins" if len(scored.winners) == 1 else "share the win"
        click.echo(heading(f"{' and '.join(scored.winners)} {won}."))
    width = max((len(name) for name, _ in scored.points), default=0)
    for name, points in scored.points:
        words = f"  {name.ljust(width)}  {points:+5d}"
        if big_points.get(name):
            words += f"  and {plural(big_points[name], 'big point')}"
        words += f"  ({lines[name]})" if name in lines else ""
        if name in doubtful:
            words += f"  look at the photo, doubtful: {' '.join(doubtful[name])}"
        if name in found.cut_off:
            words += f"  {service.NOT_ALL_COUNTED}"
        click.echo(words)
    for warning in scored.warnings:
        notice(warning)
