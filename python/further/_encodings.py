"""Encodings of text besides UTF-8, ASCII and Latin-1, which the interpreter has: UTF-16 and UTF-32, UTF-8 with a mark, and those of
Windows and Western Europe with a byte for each letter."""

import codecs
import sys

_NAMES = {
    "utf16": "utf_16", "u16": "utf_16", "utf_16le": "utf_16_le", "utf_16be": "utf_16_be", "utf32": "utf_32", "u32": "utf_32",
    "utf_8_bom": "utf_8_sig", "utf8_sig": "utf_8_sig", "windows_1252": "cp1252", "1252": "cp1252", "iso_8859_15": "iso8859_15",
    "latin_9": "iso8859_15", "latin9": "iso8859_15", "l9": "iso8859_15", "iso_8859_1": "latin_1", "iso8859_1": "latin_1",
    "cp819": "latin_1", "l1": "latin_1",
    "unicodebigunmarked": "utf_16_be", "unicodelittleunmarked": "utf_16_le",
}
# Letters that differ from Latin-1, from a byte on. What stands for none is marked.
_NONE = "\ufffe"
_OTHERS = {
    "cp1252": {0x80: "€\ufffe‚ƒ„…†‡ˆ‰Š‹Œ\ufffeŽ\ufffe\ufffe‘’“”•–—˜™š›œ\ufffežŸ"},
    "iso8859_15": {0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "ŒœŸ"},
}


def codec(name):
    """Returns what Python's registry keeps of an encoding, or None if it is unknown."""
    name = name.lower().replace("-", "_").replace(" ", "_")
    name = _NAMES.get(name, name)
    if name in _OTHERS:
        return _of_bytes(name)
    if name == "latin_1":
        return codecs.lookup("latin-1")
    if name == "utf_8_sig":
        return _info("utf-8-sig", _marked, _unmarked, _MarkedEncoder, _MarkedDecoder)
    if name in ("utf_16", "utf_32"):
        return _of_either_order(name)
    if name in ("utf_16_le", "utf_16_be", "utf_32_le", "utf_32_be"):
        encode, decode = getattr(codecs, f"{name}_encode"), getattr(codecs, f"{name}_decode")

        def all_decoded(input, errors="strict"):
            return decode(input, errors, True)

        return _info(name.replace("_", "-"), encode, all_decoded, _whole(encode), _buffered(decode))
    return None


def _info(name, encode, decode, encoder, decoder):
    class Writer(codecs.StreamWriter):
        pass

    class Reader(codecs.StreamReader):
        pass

    Writer.encode, Reader.decode = staticmethod(encode), staticmethod(decode)
    return codecs.CodecInfo(
        name=name, encode=encode, decode=decode, incrementalencoder=encoder, incrementaldecoder=decoder, streamreader=Reader, streamwriter=Writer
    )


def _whole(encode):
    """An encoder of which each part of a text is encoded alone."""
    class Encoder(codecs.IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    return Encoder


def _buffered(decode):
    """A decoder that keeps the bytes of a letter that has only begun."""
    class Decoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, input, errors, final):
            return decode(input, errors, final)

    return Decoder


def _of_either_order(name):
    """UTF-16 or UTF-32 with a mark at the beginning that tells the order of the bytes."""
    encode, examine = getattr(codecs, f"{name}_encode"), getattr(codecs, f"{name}_ex_decode")
    own = getattr(codecs, f"{name}_{'le' if sys.byteorder == 'little' else 'be'}_encode")
    orders = {-1: getattr(codecs, f"{name}_le_decode"), 1: getattr(codecs, f"{name}_be_decode")}
    native = -1 if sys.byteorder == "little" else 1
    size = 2 if name == "utf_16" else 4

    def decode(input, errors="strict"):
        return getattr(codecs, f"{name}_decode")(input, errors, True)

    class Encoder(codecs.IncrementalEncoder):
        is_marked = False

        def encode(self, input, final=False):
            # The mark stands once.
            made = (own if self.is_marked else encode)(input, self.errors)[0]
            self.is_marked = True
            return made

        def reset(self):
            self.is_marked = False

        def getstate(self):
            return 0 if self.is_marked else 2

        def setstate(self, state):
            self.is_marked = not state

    class Decoder(codecs.BufferedIncrementalDecoder):
        order = 0

        def _buffer_decode(self, input, errors, final):
            if self.order:
                return orders[self.order](input, errors, final)
            output, consumed, self.order = examine(input, errors, 0, final)
            if not self.order and consumed >= size:
                raise UnicodeError(f"{name.replace('_', '-').upper()} stream does not start with BOM")
            return output, consumed

        def reset(self):
            codecs.BufferedIncrementalDecoder.reset(self)
            self.order = 0

        def getstate(self):
            # 2 stands for an order that is not known yet, 1 for the one of other machines.
            kept = codecs.BufferedIncrementalDecoder.getstate(self)[0]
            return kept, 2 if not self.order else int(self.order != native)

        def setstate(self, state):
            codecs.BufferedIncrementalDecoder.setstate(self, state)
            self.order = {0: native, 1: -native, 2: 0}[state[1]]

    return _info(name.replace("_", "-"), encode, decode, Encoder, Decoder)


def _marked(input, errors="strict"):
    return codecs.BOM_UTF8 + codecs.utf_8_encode(input, errors)[0], len(input)


def _unmarked(input, errors="strict"):
    input = bytes(input)
    mark = len(codecs.BOM_UTF8) if input.startswith(codecs.BOM_UTF8) else 0
    text, consumed = codecs.utf_8_decode(input[mark:], errors, True)
    return text, consumed + mark


class _MarkedEncoder(codecs.IncrementalEncoder):
    is_first = True

    def encode(self, input, final=False):
        made = codecs.utf_8_encode(input, self.errors)[0]
        if self.is_first:
            self.is_first = False
            made = codecs.BOM_UTF8 + made
        return made

    def reset(self):
        self.is_first = True

    def getstate(self):
        return int(self.is_first)

    def setstate(self, state):
        self.is_first = bool(state)


class _MarkedDecoder(codecs.BufferedIncrementalDecoder):
    is_first = True

    def _buffer_decode(self, input, errors, final):
        mark = 0
        if self.is_first:
            input = bytes(input)
            if len(input) < 3 and codecs.BOM_UTF8.startswith(input):
                # Not enough to tell.
                return "", 0
            self.is_first = False
            mark = len(codecs.BOM_UTF8) if input.startswith(codecs.BOM_UTF8) else 0
        text, consumed = codecs.utf_8_decode(input[mark:], errors, final)
        return text, consumed + mark

    def reset(self):
        codecs.BufferedIncrementalDecoder.reset(self)
        self.is_first = True

    def getstate(self):
        return codecs.BufferedIncrementalDecoder.getstate(self)[0], int(self.is_first)

    def setstate(self, state):
        codecs.BufferedIncrementalDecoder.setstate(self, state)
        self.is_first = bool(state[1])


def _of_bytes(name):
    """An encoding in which each byte is a letter, most of them as in Latin-1."""
    letters = [chr(byte) for byte in range(256)]
    for start, others in _OTHERS[name].items():
        letters[start : start + len(others)] = others
    table = {byte: letter for byte, letter in enumerate(letters) if ord(letter) != byte}
    places = {letter: byte for byte, letter in enumerate(letters) if letter != _NONE}
    words, shown = "character maps to <undefined>", "charmap"

    def decode(input, errors="strict"):
        input = bytes(input)
        text = input.decode("latin-1").translate(table)
        if _NONE not in text:
            return text, len(input)
        made, at = [], 0
        while at < len(input):
            if text[at] != _NONE:
                made.append(text[at])
                at += 1
                continue
            other, at = codecs.lookup_error(errors)(UnicodeDecodeError(shown, input, at, at + 1, words))
            made.append(other)
        return "".join(made), len(input)

    def encode(input, errors="strict"):
        try:
            return bytes([places[letter] for letter in input]), len(input)
        except KeyError:
            pass
        made, at = [], 0
        while at < len(input):
            if input[at] in places:
                made.append(places[input[at]])
                at += 1
                continue
            end = at
            while end < len(input) and input[end] not in places:
                end += 1
            other, at = codecs.lookup_error(errors)(UnicodeEncodeError(shown, input, at, end, words))
            # What takes the place of a letter has to be in the encoding too, or bytes.
            made.extend(other if isinstance(other, bytes) else encode(other)[0])
        return bytes(made), len(input)

    class Decoder(codecs.IncrementalDecoder):
        def decode(self, input, final=False):
            return decode(input, self.errors)[0]

    return _info({"cp1252": "cp1252", "iso8859_15": "iso8859-15"}[name], encode, decode, _whole(encode), Decoder)
