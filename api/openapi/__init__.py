"""The OpenAPI document: fields, examples, what is taken and given."""
