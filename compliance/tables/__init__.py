"""Decision tables: what they decide, and where they leave a case open or decide it twice, as regions.

Nothing here knows of findings: a table goes in, a proof comes out. Its sentences are in `messages`; `document_tables`
takes tables out of a document, and builds the chart of one for those who draw it.
"""
