"""A language server: documents checked while they are typed, in any editor that speaks the protocol.

`wire` reads and writes messages, `files` keeps the texts and their names, `server` answers. What is answered comes from
`compliance.editor` and, for findings, from the same room in which the workbench works.
"""
