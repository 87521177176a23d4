import type { TextSearch } from '../dialect.ts';

/** Three escaped characters of ASCII in a row, one in full width, or what may be within a word: an invisible sign, a soft line break. */
const HIDDEN =
  '(\\\\+u00[2-7][0-9a-f]){3}|(%[2-7][0-9a-f]){3}|(&#(x[0-9a-f]+|[0-9]+);){3}|=\r?\n|[\uff10-\uff5a\u00ad\u200b-\u200d\u2060\ufeff]';

export const search: TextSearch = {
  largeObjects: 'select 1 as one from pg_catalog.pg_largeobject_metadata limit 1',
  bounded: async (database) => (sql, parameters, milliseconds) =>
    database.transaction(
      async (transaction) => {
        await transaction.execute(`set local statement_timeout = ${milliseconds}`);
        return (await transaction.execute(sql, parameters)).rows;
      },
      { isolation: 'read committed' },
    ),
  /** Bytes that are not ASCII are written in octal. */
  inBytes: (part) =>
    [...Buffer.from(part)].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`)).join(''),
  lowered: (name, holds) => `lower(${holds === 'bytes' ? `encode(${name}, 'escape')` : `${name}::text`} collate "C")`,
  part: (name, holds, part) => part(holds === 'bytes' ? name : `${name}::text`),
  containsBytes: (name, bytes) => `position(${bytes} in ${name}) > 0`,
  // Some collations allow no patterns.
  mayHide: (name, parameter) => `(${name}::text collate "C") ~* ${parameter(HIDDEN)}`,
  ofText: (_name, condition) => condition,
  isId: (name, type, id) => `${/^citext/i.test(type) ? `${name}::text` : name} = ${id()}`,
  keyAsText: (name, ignoresCase) => (ignoresCase ? `lower(${name}::text)` : `${name}::text`),
};
