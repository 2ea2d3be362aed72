"""What models are made with: pydantic, or its quick stand-in where a run must start at once."""

from typing import TYPE_CHECKING

from compliance import documents

if TYPE_CHECKING or documents.with_pydantic:
    from pydantic import (
        BaseModel,
        ConfigDict,
        Discriminator,
        PlainValidator,
        Tag,
        ValidationError,
        WithJsonSchema,
        model_validator,
    )
else:
    from compliance.documents.quick import (
        BaseModel,
        ConfigDict,
        Discriminator,
        PlainValidator,
        Tag,
        ValidationError,
        WithJsonSchema,
        model_validator,
    )

__all__ = [
    "BaseModel",
    "ConfigDict",
    "Discriminator",
    "PlainValidator",
    "Tag",
    "ValidationError",
    "WithJsonSchema",
    "model_validator",
]
