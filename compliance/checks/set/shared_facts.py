"""What a document states in the blocks that general terms have too."""

from typing import Any, Final

from compliance.documents.blocks import Document

SHARED_BLOCKS: Final = ("bank", "terms", "fees", "licensee")


def list_shared_facts(document: Document) -> dict[str, Any]:
    """What is stated there, by route: `bank / rotation / every`."""
    found: dict[str, Any] = {}
    for name in SHARED_BLOCKS:
        _collect(getattr(document, name, None), name, found)
    return found


def _collect(node: Any, route: str, found: dict[str, Any]) -> None:
    fields = getattr(type(node), "model_fields", None)
    if fields is None:
        if node is not None and node != []:
            found[route] = node
        return
    # Read past whatever watches its facts: which of them a check looks at, `OpenFacts` tells.
    for name, field in fields.items():
        if name in node.model_fields_set and name != "source":
            _collect(object.__getattribute__(node, name), f"{route} / {field.alias}", found)
