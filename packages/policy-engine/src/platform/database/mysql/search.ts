import type { TextSearch } from '../dialect.ts';

/** Three escaped characters of ASCII in a row, one in full width, or what may be within a word: an invisible sign, a soft line break. */
const HIDDEN =
  '(\\\\+u00[2-7][0-9a-fA-F]){3}|(%[2-7][0-9a-fA-F]){3}|(&#(x[0-9a-fA-F]+|[0-9]+);){3}|=\r?\n|[\uff10-\uff5a\u00ad\u200b-\u200d\u2060\ufeff]';

export const search: TextSearch = {
  largeObjects: null,
  async bounded(database) {
    const { rows } = await database.execute<{ version: string }>('select version() as version');
    const isMariadb = /mariadb/i.test(rows[0]?.version ?? '');
    return async (sql, parameters, milliseconds) => {
      const text = isMariadb
        ? `set statement max_statement_time=${milliseconds / 1000} for ${sql}`
        : sql.replace(/^select/, `select /*+ max_execution_time(${milliseconds}) */`);
      return (await database.execute(text, parameters)).rows;
    };
  },
  inBytes: (part) => (/^[\0-\x7f]*$/.test(part) ? part : null),
  lowered: (name, holds) => `lower(convert(${name} using ${holds === 'bytes' ? 'latin1' : 'utf8mb4'}))`,
  part: (name, holds, part) => part(holds === 'bytes' ? name : `convert(${name} using utf8mb4)`),
  containsBytes: (name, bytes) => `instr(${name}, ${bytes}) > 0`,
  mayHide: (name, parameter) => `convert(${name} using utf8mb4) regexp ${parameter(HIDDEN)}`,
  ofText: (_name, condition) => condition,
  isId(name, _type, id) {
    // The first condition uses an index, the second one is exact.
    const exact = `cast(convert(${name} using utf8mb4) as binary)`;
    return `(${name} = ${id()} and ${exact} = cast(${id()} as binary))`;
  },
  // As numbers, `1abc` would be 1.
  keyAsText(name, ignoresCase) {
    const text = `convert(${name} using utf8mb4)`;
    return `cast(${ignoresCase ? `lower(${text})` : text} as binary)`;
  },
};
