"""Named tuples that are ready sooner.

`typing.NamedTuple` makes each class by compiling source text, and `typing` brings in more modules
than all of the game. Type checkers are shown that class; at run time there is this one, which reads
the same declarations and makes tuples that behave the same, as far as they are used here.
"""

from __future__ import annotations

__all__ = ["TYPE_CHECKING", "NamedTuple"]

TYPE_CHECKING = False
"""What `typing` calls so: true for type checkers only."""

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    try:
        from _collections import _tuplegetter as _field  # as `collections.namedtuple` does
    except ImportError:

        def _field(index, doc):
            return property(lambda self: tuple.__getitem__(self, index), doc=doc)

    def _filled(cls, values, named):
        """Return a value for every field, from those given by place and by name, and defaults."""
        fields = cls._fields
        if len(values) > len(fields):
            raise TypeError(f"{cls.__name__} has {len(fields)} fields, not {len(values)}")
        given = dict(zip(fields, values, strict=False))
        for field, value in named.items():
            if field in given or field not in fields:
                raise TypeError(f"{cls.__name__} cannot be given {field!r}")
            given[field] = value
        filled = {**cls._field_defaults, **given}
        missing = [field for field in fields if field not in filled]
        if missing:
            raise TypeError(f"{cls.__name__} is missing {', '.join(missing)}")
        return [filled[field] for field in fields]

    class NamedTuple(tuple):
        """To be inherited from, with fields as annotations."""

        __slots__ = ()
        _fields = ()

        def __init_subclass__(cls):
            fields = tuple(cls.__annotations__)
            cls._fields = cls.__match_args__ = fields
            cls._field_defaults = {f: cls.__dict__[f] for f in fields if f in cls.__dict__}
            for index, field in enumerate(fields):
                setattr(cls, field, _field(index, f"Field {index}"))

        def __new__(cls, *values, **named):
            if named or len(values) != len(cls._fields):
                values = _filled(cls, values, named)
            return tuple.__new__(cls, values)

        def _replace(self, **changes):
            values = [
                changes.pop(field, old) for field, old in zip(self._fields, self, strict=True)
            ]
            if changes:
                raise ValueError(f"no such fields: {', '.join(changes)}")
            return tuple.__new__(type(self), values)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            pairs = zip(self._fields, self, strict=True)
            shown = ", ".join(f"{field}={value!r}" for field, value in pairs)
            return f"{type(self).__name__}({shown})"

        def __getnewargs__(self):
            return tuple(self)
