"""``python -m webapp.translations``: update and compile the catalogues."""

import sys

from webapp.translations.catalogue import languages, missing, update

left = {language: missing(update(language)) for language in languages()}
for language, texts in left.items():
    for text in texts:
        print(f"{language}: not translated: {text}")
sys.exit(any(left.values()))
