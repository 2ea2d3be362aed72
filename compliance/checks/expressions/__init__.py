"""Requirements as expressions over the facts of a document: the language, its checks, its evaluation, its sentences."""
