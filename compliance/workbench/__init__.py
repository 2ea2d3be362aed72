"""The workbench: what its pages ask for, answered on texts alone. The same in a browser and behind `pitboss serve`."""

from compliance.workbench import editor_calls, file_calls, paper_calls, view_calls

# The modules whose calls a page can make: each is known when its module is loaded.
__all__ = ["editor_calls", "file_calls", "paper_calls", "view_calls"]
