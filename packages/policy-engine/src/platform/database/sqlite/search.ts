import type { TextSearch } from '../dialect.ts';

export const search: TextSearch = {
  largeObjects: null,
  bounded: async (database) => async (sql, parameters) => (await database.execute(sql, parameters)).rows,
  inBytes: (part) => part,
  lowered: (name) => `lower(cast(${name} as text))`,
  // `substr` ends a text at the first zero.
  part: (name, _holds, part) =>
    `case when typeof(${name}) = 'text' and instr(${name}, char(0)) = 0 then ${part(name)} else ${part(`cast(${name} as blob)`)} end`,
  containsBytes: (name, bytes) => `instr(cast(${name} as blob), ${bytes}) > 0`,
  mayHide: (name) =>
    [
      `${name} like '%\\u00__\\u00__\\u00__%'`,
      `${name} like '%\\%__\\%__\\%__%' escape '\\'`,
      `${name} like '%;&#%;&#%'`,
      `instr(cast(${name} as blob), x'efbc') > 0`,
      `instr(cast(${name} as blob), x'efbd') > 0`,
      // Invisible signs, and soft line breaks.
      ...['c2ad', 'e2808b', 'e2808c', 'e2808d', 'e281a0', 'efbbbf', '3d0a', '3d0d0a'].map(
        (bytes) => `instr(cast(${name} as blob), x'${bytes}') > 0`,
      ),
    ].join(' or '),
  ofText: (name, condition) => `(typeof(${name}) in ('text', 'blob') and ${condition})`,
  isId: (name, _type, id) => `${name} = ${id()} collate binary`,
  keyAsText: (name, ignoresCase) => (ignoresCase ? `lower(cast(${name} as text))` : `cast(${name} as text)`),
};
