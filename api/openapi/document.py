"""The OpenAPI document, put together from views, models and error codes.

`complete` takes what the framework has gathered and adds every refusal with its codes, every payload of a statement,
and the ways to prove who asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from flask_openapi.openapi import OpenAPI

from api.http.problems import MEDIA_TYPE, ProblemDocument
from api.openapi.decorators import NOTES, REFUSES, TAKES
from api.openapi.error_codes import ASKED, BODY, CODES, EVERYWHERE, NAMED, SIGNED, STATEMENT
from schemas.documents.webhook_deliveries import DeliveryBody
from schemas.log.checkpoints import HEADER
from schemas.statements.contests import CONTEST_STATEMENTS
from schemas.statements.forms import portable
from schemas.statements.payloads import STATEMENTS as OF_GAMES
from schemas.statements.statements import payload_type

STATEMENTS = (*OF_GAMES, *CONTEST_STATEMENTS)
SCHEMAS = "#/components/schemas/"
STATEMENT_BODY = "StatementBody"
DELIVERIES = "deliveries"
"""The tag of what a host sends: generators write what has a tag to one file, requests and webhooks each on its own."""
NAMED_IN_PATH = {
    "title": "unknown-title",
    "handle": "unknown-player",
    "game": "unknown-game",
    "contest": "unknown-contest",
    "seat": "unknown-seat",
    "phase": "unknown-phase",
}
"""What is not there, by the part of the path that names it."""
SECURITY = {
    "signature": {
        "type": "http",
        "scheme": "signature",
        "description": "A signature of the request (RFC 9421) with a registered player's Ed25519 key: over `@method` "
        "and `@target-uri`, with `created` within five minutes of now, `keyid` and the tag `ostraka`. What changes "
        "something (POST, DELETE) also covers `content-digest` (RFC 9530; of an empty body too) and has a `nonce` of 8 "
        "to 100 characters, which a key may use once. The target begins with the host's public address. Example: a "
        "read's `Signature-Input: "
        'ostraka=("@method" "@target-uri");created=1777636800;keyid="ed25519:139e3940e64b5491722088d9a0d74162"'
        ';alg="ed25519";tag="ostraka"`.',
    },
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token that a player made for a program (RFC 6750): it reads within its scopes until it "
        "expires or is revoked, and can change nothing. Example: `Authorization: Bearer ostraka_…`.",
    },
}
HEADERS = {
    "ETag": "The hash of the answer: send it as `If-None-Match`, and the same answer comes as 304 without a body.",
    "Retry-After": "How many seconds to wait before trying again.",
    "WWW-Authenticate": "How to prove who asks.",
    "Allow": "The methods that this address accepts.",
    "Location": "The address of what was made; what cannot be read there is revoked or removed there (DELETE).",
    HEADER: "The newest checkpoint of the game's log: the signed note of `GET /games/{game}/checkpoint`, in base64.",
    "X-Request-ID": "The id of the request, by which the host's operator finds it in the log.",
    "RateLimit-Policy": "How much one `address` and one `key` may ask: `q` requests at once, and as many again in `w` "
    "seconds (draft-ietf-httpapi-ratelimit-headers).",
    "RateLimit": "Where the request was signed: `r` more that the key may ask at once, all again after `t` seconds.",
}
EVERY_ANSWER = ("X-Request-ID", "RateLimit-Policy", "RateLimit")
HEADERS_OF = {"401": "WWW-Authenticate", "405": "Allow", "429": "Retry-After", "503": "Retry-After"}
ABOUT = """An adjudication service for war games of the Peloponnesian War, played by mail and over this interface.

A game is opened, joined and started by signed statements (DSSE). Each phase asks seats for orders; they come in sealed
envelopes, which nobody can open before the phase is cut. What everybody may know is public; what only one seat may know
is answered to requests that its player signed, or that bring one of the player's tokens. Sending anything twice changes
nothing.

Every refusal is a problem document (RFC 9457) with a stable `code`. Every read comes with an ETag. Lists come in parts:
`limit` says how many, `more` whether others follow, and `next` what to give as `after` for them. What is signed and
sealed, byte by byte: `docs/protocol.md`."""
Node = dict[str, Any]


class Documented(OpenAPI):
    """An application whose OpenAPI document is completed when it is first asked for."""

    def generate_spec_json(self) -> None:
        """Add what the framework does not gather: errors, headers, security."""
        super().generate_spec_json()  # type: ignore[no-untyped-call]
        complete(self.spec_json)


def complete(document: Node) -> None:
    """Add what the framework does not know of."""
    schemas = document["components"]["schemas"]
    for unused in ("ValidationErrorModel", "UnprocessableEntity"):
        schemas.pop(unused, None)
    schemas["ProblemDocument"] = ProblemDocument.model_json_schema()
    schemas |= payload_schemas()
    for name, schema in schemas.items():
        schemas[name] = {**schema, "properties": sharing(schema["properties"])} if "properties" in schema else schema
    used: set[str] = set()
    for path, method, operation in operations(document):
        codes = codes_of(path, operation)
        used |= set(codes)
        describe_answers(method, operation, schemas)
        operation["responses"] |= refusals(codes)
        describe_body(operation, schemas)
        operation["security"] = security_of(method, codes)
    document["components"] |= {
        "responses": {code: refusal(str(CODES[code].status), [code]) for code in sorted(used)},
        "securitySchemes": SECURITY,
        "headers": {name: {"description": text, "schema": {"type": "string"}} for name, text in HEADERS.items()},
    }
    document["tags"].append({"name": DELIVERIES, "description": "What a host sends to webhooks."})
    document["webhooks"] = {"delivery": {"post": delivery_operation(schemas)}}
    document["servers"] = [{"url": "/", "description": "The host that serves this document."}]
    document["components"]["schemas"] = portable(schemas)
    drop_unused(document)


def delivery_operation(schemas: Node) -> Node:
    """What a host sends to a webhook."""
    [body] = msgspec.json.schema_components([DeliveryBody])[1].values()
    schemas["DeliveryBody"] = body
    names = {
        "webhook-id": "The `delivery` of the body: the same whenever it is sent again.",
        "webhook-timestamp": "When it was signed, in seconds since 1970.",
        "content-digest": "SHA-256 of the body (RFC 9530).",
        "signature-input": "What the signature covers (RFC 9421).",
        "signature": "The host's signature.",
    }
    schema = {"type": "string"}
    return {
        "operationId": "delivery",
        "tags": [DELIVERIES],
        "summary": "What a host sends to a webhook: something happened, and where to read it",
        "description": "Signed by the host (RFC 9421) with the tag `ostraka-webhook`, over `@method`, `@target-uri`, "
        "`content-type`, `content-digest`, `webhook-id` and `webhook-timestamp`; the checks are in section 14 of "
        "`docs/protocol.md`. It comes at least once, in order, and again for about a day until the answer is 2xx.",
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": text, "schema": schema}
            for name, text in names.items()
        ],
        "requestBody": {
            "required": True,
            "description": body["description"],
            "content": {"application/json": {"schema": {"$ref": SCHEMAS + "DeliveryBody"}}},
        },
        "responses": {"2XX": {"description": "Any 2xx acknowledges the delivery; anything else has it sent again."}},
        "security": [],
    }


def sharing(node: Any) -> Any:
    """A part of the document in which statements that answers hold are references to their one schema."""
    if isinstance(node, dict):
        if node.get("title") == STATEMENT_BODY and "properties" in node:
            kept = {name: node[name] for name in ("description",) if name in node}
            return {"$ref": SCHEMAS + STATEMENT_BODY, **kept}
        return {name: sharing(value) for name, value in node.items()}
    return [sharing(value) for value in node] if isinstance(node, list) else node


def drop_unused(document: Node) -> None:
    """Leave out the components that no address leads to."""
    components: Node = document["components"]
    kept: set[tuple[str, str]] = set()
    found = references({name: part for name, part in document.items() if name != "components"})
    while found - kept:
        kept |= found
        found = {again for group, name in found for again in references(components[group][name])}
    for group in ("schemas", "responses"):
        parts: Node = components[group]
        components[group] = {name: part for name, part in parts.items() if (group, name) in kept}


def references(node: Any) -> set[tuple[str, str]]:
    """The components to which a part of the document leads, by kind and name."""
    if isinstance(node, dict):
        own = node.get("$ref")
        kind, _, name = own.removeprefix("#/components/").partition("/") if isinstance(own, str) else ("", "", "")
        return {(kind, name)} - {("", "")} | references(list(node.values()))
    found: set[tuple[str, str]] = set()
    return found.union(*(references(value) for value in node)) if isinstance(node, list) else found


def operations(document: Node) -> Iterator[tuple[str, str, Node]]:
    """Every operation with its path and method."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def codes_of(path: str, operation: Node) -> list[str]:
    """The codes that an operation may answer, in the order of their statuses."""
    named = [NAMED_IN_PATH[part] for part in re.findall(r"{(\w+)}", path) if part in NAMED_IN_PATH]
    groups = {NAMED: named, ASKED: "parameters" in operation, BODY: "requestBody" in operation}
    groups[STATEMENT] = TAKES in operation
    general = [code for group, holds in groups.items() if holds for code in group]
    found = dict.fromkeys((*EVERYWHERE, *general, *named, *operation.pop(REFUSES, ())))
    return sorted(found, key=lambda code: CODES[code].status)


def refusals(codes: list[str]) -> Node:
    """The problem documents that may be answered, by status."""
    by_status: dict[str, list[str]] = {}
    for code in codes:
        by_status.setdefault(str(CODES[code].status), []).append(code)
    return {status: refusal(status, group) if len(group) > 1 else to(group[0]) for status, group in by_status.items()}


def to(code: str) -> Node:
    """A reference to the refusal with one code, which stands once for all addresses."""
    return {"$ref": f"#/components/responses/{code}"}


def refusal(status: str, codes: list[str]) -> Node:
    """A problem document with one of some codes."""
    schema = {"allOf": [{"$ref": SCHEMAS + "ProblemDocument"}, {"properties": {"code": {"enum": codes}}}]}
    response: Node = {
        "description": "\n".join(f"- `{code}`: {CODES[code].meaning}" for code in codes),
        "content": {MEDIA_TYPE: {"schema": schema}},
    }
    response["headers"] = headers(*([HEADERS_OF[status]] if status in HEADERS_OF else ()))
    return response


def headers(*names: str) -> Node:
    """The headers of an answer: these, and those of every answer."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in (*names, *EVERY_ANSWER)}


def describe_answers(method: str, operation: Node, schemas: Node) -> None:
    """Describe each answer by its model; a read may also answer that nothing has changed."""
    answers = {status: response for status, response in operation["responses"].items() if status.startswith("2")}
    noted = operation.pop(NOTES, False) or operation.get(TAKES) == "envelope"
    if "204" in answers:
        answers["204"] = {"description": "It is noted. The answer is empty.", "headers": headers()}
    for status, response in ((status, response) for status, response in answers.items() if status != "204"):
        [content] = response["content"].values()
        if "$ref" in content["schema"]:
            response["description"] = schemas[content["schema"]["$ref"].removeprefix(SCHEMAS)]["description"]
        more = (*(["Location"] if status == "201" else ()), *([HEADER] if noted else ()))
        response["headers"] = headers(*more, "ETag")
        if status != max(answers):
            response["description"] += " The same was accepted before, so nothing has changed."
    operation["responses"] = answers
    if method == "get":
        answers["304"] = {"description": "Nothing has changed.", "headers": headers("ETag")}


def describe_body(operation: Node, schemas: Node) -> None:
    """Say which statement a body holds; `contentSchema` is that of its payload."""
    kind = operation.pop(TAKES, None)
    if "requestBody" not in operation:
        return
    [content] = operation["requestBody"]["content"].values()
    name = content["schema"]["$ref"].rpartition("/")[2]
    operation["requestBody"]["description"] = schemas[name]["description"]
    if kind is None:
        return
    content["schema"] = {"$ref": SCHEMAS + f"{spelled(kind)}Body"}
    schemas[f"{spelled(kind)}Body"] = statement_body(kind, schemas[name])
    operation["requestBody"]["description"] += f" Its payload is a `{kind}`."


def statement_body(kind: str, general: Node) -> Node:
    """The schema of a body with a statement of one kind; whole, since few generators of code merge schemas."""
    properties = general["properties"]
    payload = {
        **properties["payload"],
        "contentEncoding": "base64",
        "contentMediaType": "application/json",
        "contentSchema": {"$ref": SCHEMAS + payload_name(kind)},
    }
    named = {"type": "string", "const": payload_type(kind), "description": properties["payloadType"]["description"]}
    narrowed = {**properties, "payloadType": named, "payload": payload}
    return {**general, "title": f"{spelled(kind)}Body", "properties": narrowed}


def spelled(kind: str) -> str:
    """A kind of statement as models are named: `seat-act` becomes `SeatAct`."""
    return "".join(word.capitalize() for word in kind.split("-"))


def payload_name(kind: str) -> str:
    """How the schema of a payload is called."""
    return f"{spelled(kind)}Payload"


def payload_schemas() -> Node:
    """The schemas of all payloads, as `schemas/json` has them one by one; what they hold has its own name."""
    named = {payload.__name__: payload_name(str(payload.document)) for payload in STATEMENTS}
    _, found = msgspec.json.schema_components(STATEMENTS, ref_template="{name}")
    return {
        named.get(name, name): referring({**schema, "title": named.get(name, name)}, named)
        for name, schema in found.items()
    }


def referring(node: Any, named: dict[str, str]) -> Any:
    """A schema whose references and mappings lead into the document; generators of code know no `enum` of `true`."""
    if isinstance(node, dict):
        if isinstance(node.get("enum"), list) and isinstance(only := node["enum"][0], bool):
            return {**{key: value for key, value in node.items() if key != "enum"}, "type": "boolean", "const": only}
        if isinstance(node.get("$ref"), str):
            return {**node, "$ref": SCHEMAS + str(named.get(node["$ref"], node["$ref"]))}
        if "propertyName" in node and "mapping" in node:
            mapping = {tag: SCHEMAS + str(named.get(to, to)) for tag, to in node["mapping"].items()}
            return {**node, "mapping": mapping}
        return {key: referring(value, named) for key, value in node.items()}
    return [referring(value, named) for value in node] if isinstance(node, list) else node


def security_of(method: str, codes: list[str]) -> list[Node]:
    """How to prove who asks; nothing where everybody may."""
    if SIGNED[0] not in codes:
        return []
    return [{"signature": []}, {"bearer": []}] if method == "get" else [{"signature": []}]
