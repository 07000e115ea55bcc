"""Columns for the store from arrays of numbers, made of their bytes: no Python object a value."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa


def _valid(is_there: Any) -> Any:
    """The bitmap of the places that hold something, None if all do."""
    return None if is_there.all() else pa.py_buffer(np.packbits(is_there, bitorder="little"))


def numbers(array: Any, dtype: Any, missing: int) -> Any:
    """A column of numbers, NULL where `missing` stands."""
    kept = np.ascontiguousarray(array, dtype)
    return pa.Array.from_buffers(pa.from_numpy_dtype(dtype), len(kept), [_valid(array != missing), pa.py_buffer(kept)])


def flags(array: Any) -> Any:
    """A column of 1 for true, 0 for false, NULL for -1."""
    bits = pa.py_buffer(np.packbits(array == 1, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(array), [_valid(array >= 0), bits])


def number_rows(array: Any, dtype: Any, missing: int = -1) -> Any:
    """A column of rows of numbers, NULL where `missing` stands."""
    return pa.FixedSizeListArray.from_arrays(numbers(array.ravel(), dtype, missing), array.shape[1])


def letters_of(array: Any, letters: Sequence[str]) -> Any:
    """A column of the texts that numbers stand for, NULL for -1."""
    if all(len(letter) == 1 for letter in letters):
        signs = np.frombuffer("".join(letters).encode(), np.uint8)[np.maximum(array, 0)]
        offsets = pa.py_buffer(np.arange(len(array) + 1, dtype=np.int32))
        return pa.StringArray.from_buffers(len(array), offsets, pa.py_buffer(signs), _valid(array >= 0))
    indices = pa.array(array.astype(np.int8), mask=array < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(letters), pa.string())).cast(pa.string())


def letter_rows(array: Any, letters: str) -> Any:
    """A column of rows of the letters that numbers stand for, NULL for -1: of their numbers, and of each letter once."""
    places = numbers(array.ravel(), np.int8, -1)
    return pa.FixedSizeListArray.from_arrays(pa.DictionaryArray.from_arrays(places, list(letters), safe=False), array.shape[1])


def same_text(text: str, count: int) -> Any:
    """A column of one text."""
    data = text.encode()
    offsets = np.arange(count + 1, dtype=np.int32) * len(data)
    return pa.StringArray.from_buffers(count, pa.py_buffer(offsets), pa.py_buffer(data * count))


def as_texts(gathered: tuple[Any, Any], *, may_miss: bool = True) -> Any:
    """Texts side by side, and where each begins, as a column; an empty one is NULL if one may miss."""
    data, offsets = gathered
    valid = _valid(offsets[1:] > offsets[:-1]) if may_miss else None
    return pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(data), valid)


def hex_texts(data: Any) -> Any:
    """A column of the hexadecimal digits of rows of bytes."""
    digits = np.frombuffer(b"0123456789abcdef", np.uint8)
    signs = np.stack([digits[data >> 4], digits[data & 15]], axis=-1)
    offsets = np.arange(len(data) + 1, dtype=np.int32) * (2 * data.shape[1])
    return pa.StringArray.from_buffers(len(data), pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(signs)))
