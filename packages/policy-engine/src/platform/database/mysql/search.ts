import type { TextSearch } from '../dialect.ts';

export const search: TextSearch = {
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
  ofText: (_name, condition) => condition,
  isId(name, _type, id) {
    // The first condition uses an index, the second one is exact.
    const exact = `cast(convert(${name} using utf8mb4) as binary)`;
    return `(${name} = ${id()} and ${exact} = cast(${id()} as binary))`;
  },
};
