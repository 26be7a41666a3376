"""The game: tiles, rules, verdicts, search and scores. Knows no pixels and no web."""
