"""The profiles kept on this machine: one file each, in the folder of the page's data.

The command line and the page share them.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from solver.names import tidied
from webapp.config import data_folder, profiles_folder
from webapp.seen import BadInput

if TYPE_CHECKING:
    from vision.profile import Profile, ProfileSummary

SUFFIX = ".tiles"


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of profiles; it may not exist yet."""

    folder: Path

    def names(self) -> tuple[str, ...]:
        """What the profiles are called, in alphabetical order."""
        return tuple(sorted(self._shelved(), key=str.casefold))

    def has(self, name: str) -> bool:
        """Whether there is a profile of that name."""
        with suppress(BadInput):
            return self._path(name).is_file()
        return False

    def load(self, name: str) -> Profile:
        """The profile of that name.

        Raises:
            BadInput: there is none, or its file is damaged.
        """
        called, path = self._there(name)
        return replace(load_file(path), name=called)

    def summary(self, name: str) -> ProfileSummary:
        """What a list says of the profile of that name; its pictures are not looked at.

        Raises:
            BadInput: there is none, or its file is damaged.
        """
        from vision.profile import ProfileError, ProfileSummary

        called, path = self._there(name)
        try:
            found = ProfileSummary.from_bytes(_bytes_of(path), path.name)
        except ProfileError as error:
            raise BadInput(str(error)) from error
        return replace(found, name=called)

    def save(self, profile: Profile, *, replacing: bool = False) -> Profile:
        """Keep a profile under its name; it comes back as it is kept.

        Raises:
            BadInput: that name is taken (unless ``replacing``), or the folder cannot be
                written.
        """
        path = self._path(profile.name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write(path, profile.to_bytes(), replacing=replacing)
        except FileExistsError as error:
            raise _taken(profile.name) from error
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise
            raise BadInput(
                f"{self.folder}: profiles cannot be kept there ({error.strerror})"
            ) from error
        return replace(profile, home=path)

    def rename(self, old: str, new: str) -> str:
        """Call a profile something else; the name as it is kept.

        Raises:
            BadInput: there is no such profile, the new name is none or taken.
        """
        from vision.profile import ProfileError

        profile = self.load(old)
        try:
            renamed = profile.renamed(new)
        except ProfileError as error:
            raise BadInput(str(error)) from error
        if renamed.name != profile.name:
            before, after = self._path(old), self._path(renamed.name)
            # on a disk that knows no capitals, another spelling is the same file
            same = after.exists() and after.samefile(before)
            self.save(renamed, replacing=same)
            if not same:
                self.delete(old)
        return renamed.name

    def delete(self, name: str) -> None:
        """Forget a profile and what was learned from it.

        Raises:
            BadInput: there is none.
        """
        _called, path = self._there(name)
        from vision.adapt import forget_kept

        forget_kept(path)
        path.unlink()

    def _shelved(self) -> dict[str, Path]:
        """Every file by what it is called.

        A file copied from elsewhere, with letters in pieces or signs that nobody sees, may be
        called like another one: then it gets a number, so that neither is hidden by the other.
        """
        files = sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda file: file.name)
        files.sort(key=lambda file: file.stem != _called(file))
        called: dict[str, Path] = {}
        twins = []
        for file in files:
            if called.setdefault(_called(file), file) is not file:
                twins.append(file)
        for file in twins:
            called[numbered_name(_called(file), called)] = file
        return called

    def _there(self, name: str) -> tuple[str, Path]:
        """What a profile that there is is called, and its file.

        Raises:
            BadInput: there is none.
        """
        path = self._path(name)
        if not path.is_file():
            raise BadInput(_none_called(name, self.names()))
        called = next((known for known, file in self._shelved().items() if file == path), name)
        return called, path

    def _path(self, name: str) -> Path:
        from vision.profile import ProfileError, checked_name

        try:
            checked = checked_name(name)
        except ProfileError as error:
            raise BadInput(_none_called(name, self.names())) from error
        return self._shelved().get(checked, self.folder / f"{checked}{SUFFIX}")


def numbered_name(name: str, taken: Container[str], form: str = " {}") -> str:
    """The name, with a number behind it, in that ``form``, where it is taken."""
    from vision.profile import LONGEST_NAME

    free, number = name, 2
    while free in taken:
        behind = form.format(number)
        free, number = name[: LONGEST_NAME - len(behind)] + behind, number + 1
    return free


def _called(file: Path) -> str:
    """What the profile in a file is called: see :func:`solver.names.tidied`."""
    return tidied(file.stem) or file.stem


def own_shelf() -> Shelf:
    """The shelf of this machine's user."""
    return Shelf(profiles_folder(data_folder()))


def load_file(path: Path) -> Profile:
    """The profile in a file, anybody's.

    Raises:
        BadInput: it cannot be read or holds no profile.
    """
    from vision.profile import Profile, ProfileError

    try:
        return replace(Profile.from_bytes(_bytes_of(path), path.name), home=path)
    except ProfileError as error:
        raise BadInput(str(error)) from error


def _bytes_of(path: Path) -> bytes:
    """The file of a profile, as far as one may be long, and a byte more."""
    from vision.profile import MAX_BYTES

    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from error


def profile_named(name: str | None) -> Profile | None:
    """The profile of that name, or in the file of that name; None for None.

    Raises:
        BadInput: there is none, or it is damaged.
    """
    if name is None:
        return None
    shelf = own_shelf()
    if not shelf.has(name):
        with suppress(OSError):  # a name too long for a file is no file's
            if Path(name).is_file():
                # Nothing is kept beside a file that lies elsewhere.
                return replace(load_file(Path(name)), home=None)
    return shelf.load(name)


def _none_called(name: str, names: tuple[str, ...]) -> str:
    there = f"there is {', '.join(names)}" if names else "make one with 'tilesight calibrate PHOTO'"
    return f"no profile is called {name}: {there}"


def _taken(name: str) -> BadInput:
    return BadInput(f"there is a profile {name} already: choose another name")


def _write(path: Path, data: bytes, *, replacing: bool) -> None:
    """Write a file whole or not at all.

    Raises:
        FileExistsError: there is one already, and not ``replacing``; nobody who writes
            at the same time can come between.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replacing:
            os.replace(name, path)
        else:
            os.link(name, path)
            os.unlink(name)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
