"""The languages of the page, as gettext catalogues.

``python -m webapp.translations`` collects every message, brings the ``.po``
files up to date and compiles them; translate the new ones between two runs.
"""
