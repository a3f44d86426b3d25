"""Writes what is made from the code: JSON Schemas, the OpenAPI document, test vectors."""
