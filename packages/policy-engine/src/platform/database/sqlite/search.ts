import type { TextSearch } from '../dialect.ts';

export const search: TextSearch = {
  bounded: async (database) => async (sql, parameters) => (await database.execute(sql, parameters)).rows,
  inBytes: (part) => part,
  lowered: (name) => `lower(cast(${name} as text))`,
  // `substr` ends a text at the first zero.
  part: (name, _holds, part) =>
    `case when typeof(${name}) = 'text' and instr(${name}, char(0)) = 0 then ${part(name)} else ${part(`cast(${name} as blob)`)} end`,
  containsBytes: (name, bytes) => `instr(cast(${name} as blob), ${bytes}) > 0`,
  ofText: (name, condition) => `(typeof(${name}) in ('text', 'blob') and ${condition})`,
  isId: (name, _type, id) => `${name} = ${id()} collate binary`,
};
