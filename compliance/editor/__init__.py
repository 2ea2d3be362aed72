"""What an editor asks about documents while they are written: pure functions on texts.

The language server (`pitboss lsp`) and the workbench in the browser call the same. Places are as in the language server
protocol: lines and characters from 0, characters counted in UTF-16 unless another way is agreed on. An edit replaces a
stretch of a text and nothing else. No function here reads a file or a clock, and none raises for what a text holds.
"""
