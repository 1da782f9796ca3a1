"""The messages of oxo.v1, checked against docs/manual/protocol.schema.json.

    import schema
    oxo = schema.Protocol()
    oxo.check_server(message)    # a dict, or the text; raises with the reason
    oxo.check_client(message)

The Python that runs this must see the package jsonschema.
"""
import json
import pathlib

import jsonschema

PATH = pathlib.Path(__file__).parents[2] / "docs/manual/protocol.schema.json"


class Protocol:
    def __init__(self, path=PATH):
        self.schema = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(self.schema)
        self.client_words = self._words("client")
        self.server_words = self._words("server")
        # By the message's type: the reason is then about that message, and
        # not about each of thirty others.
        self._validators = {
            word: jsonschema.Draft202012Validator(
                {"$ref": f"#/$defs/{word}", "$defs": self.schema["$defs"]})
            for word in self.client_words + self.server_words}

    def _words(self, side):
        return [ref["$ref"].rpartition("/")[2]
                for ref in self.schema["$defs"][side]["oneOf"]]

    def fields(self, word):
        return list(self.schema["$defs"][word]["properties"])

    def reason(self, words, message):
        """Why the message is none of these words'; None if it is one."""
        if isinstance(message, (str, bytes)):
            try:
                message = json.loads(message)
            except ValueError as error:
                return str(error)
        word = message.get("type") if isinstance(message, dict) else None
        if word not in words:
            return f"the type is {word!r}"
        error = jsonschema.exceptions.best_match(
            self._validators[word].iter_errors(message))
        return error and f"{error.json_path}: {error.message}"

    def _check(self, words, message):
        reason = self.reason(words, message)
        if reason:
            raise AssertionError(f"{reason}\nin {message}")

    def check_server(self, message):
        self._check(self.server_words, message)

    def check_client(self, message):
        self._check(self.client_words, message)
