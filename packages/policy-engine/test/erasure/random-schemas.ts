/** Random tables of a host that refer to each other, with rows of several people, and the rules for them. */
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import type { Random } from '../support/random.ts';

type OnDelete = 'no action' | 'restrict' | 'cascade' | 'set null';
type Dialect = Database['dialect'];

/** A foreign key. */
export interface Ref {
  readonly columns: readonly string[];
  readonly to: Table;
  readonly isNullable: boolean;
  readonly onDelete: OnDelete;
  readonly isDeferrable: boolean;
  readonly isSelf: boolean;
}

/** A table. */
export interface Table {
  readonly name: string;
  readonly keyColumns: readonly string[];
  readonly keyType: string;
  /** How rows lead to a person: by a column, by the row of another table, or by two columns; null for the table of people. */
  readonly lead: 'people' | 'direct' | 'up' | 'sides';
  readonly hasPersonKey: boolean;
  readonly action: 'delete' | 'detach' | 'set' | 'keep';
  readonly refs: Ref[];
}

const PEOPLE = 4;
/** What names a person in a text. */
export const token = (person: number) => `zq${person}qz`;

/** The tables of a seed. */
export function tablesOf(random: Random, dialect: Dialect): Table[] {
  const people: Table = {
    name: 'people',
    keyColumns: ['id'],
    keyType: 'integer',
    lead: 'people',
    hasPersonKey: false,
    action: random.one(['delete', 'detach']),
    refs: [],
  };
  const tables = [people];
  for (let nth = 1; nth <= random.whole(1, 5); nth += 1) {
    const isLong = random.whole(0, 4) === 0;
    const parents = tables.filter(
      ({ keyColumns, lead }) => keyColumns.length === 1 && lead !== 'sides' && lead !== 'people',
    );
    const lead = random.one([
      'direct',
      'direct',
      'sides',
      ...(parents.length > 0 ? (['up', 'up'] as const) : []),
    ] as const);
    const table: Table = {
      name: `t${nth}`,
      keyColumns: isLong ? ['k1', 'k2'] : ['id'],
      keyType: !isLong && random.whole(0, 3) === 0 ? 'varchar(20)' : 'integer',
      lead,
      hasPersonKey: random.whole(0, 3) > 0,
      action:
        lead === 'sides'
          ? random.one(['delete', 'detach'])
          : random.one(['delete', 'delete', 'detach', 'detach', 'set', 'keep']),
      refs: [],
    };
    tables.push(table);
    const one = (columns: readonly string[], to: Table, mayBeNull = true): Ref => {
      const isNullable = mayBeNull && random.whole(0, 3) > 0;
      const onDelete = random.one<OnDelete>([
        'no action',
        'no action',
        'restrict',
        'cascade',
        ...(isNullable ? (['set null'] as const) : []),
      ]);
      const isDeferrable = dialect === 'postgres' && random.whole(0, 2) === 0;
      return { columns, to, isNullable, onDelete, isDeferrable, isSelf: to === table };
    };
    if (lead === 'direct' && table.hasPersonKey) table.refs.push(one(['person_id'], people));
    if (lead === 'up') table.refs.push(one(['up_id'], random.one(parents)));
    if (lead === 'sides')
      table.refs.push(
        ...['a_id', 'b_id'].map((name) =>
          Object.assign(one([name], people), { isNullable: true, onDelete: 'no action' as const }),
        ),
      );
    for (let more = 0; more < random.whole(0, 2); more += 1) {
      const to = random.one(tables.slice(1));
      const columns = to.keyColumns.map((_, at) => `r${more}_${at}`);
      table.refs.push(one(columns, to));
    }
    // The other direction makes circles.
    if (random.whole(0, 2) === 0) {
      const from = random.one(tables);
      if (from !== table) {
        const columns = table.keyColumns.map((_, at) => `c${nth}_${at}`);
        from.refs.push({ ...one(columns, table), isSelf: false });
      }
    }
  }
  if (random.whole(0, 3) === 0) {
    const onDelete = random.one<OnDelete>(['no action', 'set null', 'cascade']);
    people.refs.push({
      columns: ['invited_by'],
      to: people,
      isNullable: true,
      onDelete,
      isDeferrable: false,
      isSelf: true,
    });
  }
  return tables;
}

/** The data rule of a table. */
export function ruleOf({ name, keyColumns, lead, action, refs }: Table): DataRuleOptions {
  const up = refs.find(({ columns }) => columns[0] === 'up_id');
  const person = {
    people: 'id',
    direct: 'person_id',
    up: { column: 'up_id', rule: up?.to.name ?? '' },
    sides: ['a_id', 'b_id'],
  }[lead];
  const table = { table: name, key: keyColumns, person };
  if (action === 'delete') return { name, table, erasure: 'delete' };
  if (action === 'detach') return { name, table, erasure: { action: 'delete', others: 'detach' } };
  const own = refs.find(({ columns }) => columns[0] === 'person_id' || columns[0] === 'up_id');
  const column = lead === 'up' ? 'up_id' : 'person_id';
  const emptied = own?.isNullable === false ? {} : { [column]: null };
  if (action === 'set') return { name, table, erasure: { action, columns: { ...emptied, note: null, doc: null } } };
  const until = { years: 10, from: 'noted_at' };
  return {
    name,
    table,
    erasure: { action, ground: 'A law', until, ...(own?.isNullable !== false && { columns: emptied }) },
  };
}

/** The columns of a table besides its key, with their types. */
function columnsOf({ lead, refs }: Table, dialect: Dialect): Array<readonly [string, string]> {
  const json = dialect === 'postgres' ? 'jsonb' : 'json';
  const texts = lead === 'sides' ? ['a_note', 'b_note'] : ['note'];
  const own =
    lead === 'direct' && !refs.some(({ columns }) => columns[0] === 'person_id')
      ? ([['person_id', 'integer']] as const)
      : [];
  return [
    ...texts.map((name) => [name, 'varchar(60)'] as const),
    ['doc', json],
    ['noted_at', 'varchar(30)'],
    ...own,
    ...refs.flatMap(({ columns, to, isNullable }) =>
      columns.map((name) => [name, `${to.keyType}${isNullable ? '' : ' not null'}`] as const),
    ),
  ];
}

/** Creates the tables with their rows. */
export async function create(database: Database, tables: readonly Table[], random: Random): Promise<void> {
  const { dialect } = database;
  const keyOf = ({ columns, to, onDelete, isDeferrable }: Ref) =>
    `foreign key (${columns.join(', ')}) references ${to.name} (${to.keyColumns.join(', ')}) on delete ${onDelete}${isDeferrable ? ' deferrable' : ''}`;
  for (const table of tables) {
    const columns = [
      ...table.keyColumns.map((name) => `${name} ${table.keyType} not null`),
      ...columnsOf(table, dialect).map(([name, type]) => `${name} ${type}`),
      `primary key (${table.keyColumns.join(', ')})`,
      ...(dialect === 'sqlite' ? table.refs.map(keyOf) : []),
    ];
    await database.execute(`create table ${table.name} (${columns.join(', ')})`);
  }
  await database.transaction(async (transaction) => {
    if (dialect === 'sqlite') await transaction.execute('pragma defer_foreign_keys = on');
    for (const insert of insertsOf(tables, random, dialect)) await transaction.execute(insert);
  });
  if (dialect === 'sqlite') return;
  for (const table of tables) {
    for (const ref of table.refs) await database.execute(`alter table ${table.name} add ${keyOf(ref)}`);
  }
}

interface Made {
  readonly key: readonly string[];
  readonly owner: number;
  readonly nth: number;
}

function insertsOf(tables: readonly Table[], random: Random, dialect: Dialect): string[] {
  const made = new Map(tables.map((table) => [table, rowsOf(table, random)]));
  const written = (value: string | number | null) =>
    value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`;
  const owners = new Map<string, number>();
  const inserts: string[] = [];
  for (const table of tables) {
    for (const row of made.get(table)!) {
      const values = new Map<string, string | number | null>(table.keyColumns.map((name, at) => [name, row.key[at]!]));
      let { owner } = row;
      if (table.lead === 'up') {
        const ref = table.refs.find(({ columns }) => columns[0] === 'up_id')!;
        const parent = random.one(made.get(ref.to)!);
        values.set('up_id', parent.key[0]!);
        owner = owners.get(`${ref.to.name} ${parent.key.join(' ')}`) ?? 0;
      }
      owners.set(`${table.name} ${row.key.join(' ')}`, owner);
      const sides = [random.whole(1, PEOPLE), random.whole(1, PEOPLE)] as const;
      const known: Record<string, string | number | null> = {
        person_id: owner,
        a_id: sides[0],
        b_id: sides[1],
        a_note: `by ${token(sides[0])}`,
        b_note: `to ${token(sides[1])}`,
        note: `of ${token(owner)} ${row.nth}`,
        doc: table.lead === 'sides' ? '{}' : `{"by": "${token(owner)}"}`,
        noted_at: '2026-01-01',
      };
      for (const [name] of columnsOf(table, dialect)) if (name in known) values.set(name, known[name]!);
      for (const ref of table.refs) {
        if (ref.columns.some((name) => values.has(name))) continue;
        const target = targetFor(ref, { rows: made.get(ref.to)!, owner, owners, row, random });
        for (const [at, name] of ref.columns.entries()) values.set(name, target === null ? null : target.key[at]!);
      }
      const names = [...values.keys()];
      inserts.push(
        `insert into ${table.name} (${names.join(', ')}) values (${names.map((name) => written(values.get(name)!)).join(', ')})`,
      );
    }
  }
  return inserts;
}

/** A row that another one refers to: mostly one of the same person, and in its own table an earlier one. */
function targetFor(
  ref: Ref,
  at: { rows: readonly Made[]; owner: number; owners: ReadonlyMap<string, number>; row: Made; random: Random },
): Made | null {
  const { rows, owner, owners, row, random } = at;
  if (ref.isNullable && random.whole(0, 3) === 0) return null;
  const earlier = ref.isSelf && random.whole(0, 4) > 0 ? rows.filter(({ nth }) => nth < row.nth) : rows;
  const own = earlier.filter(
    ({ key, owner: first }) => (owners.get(`${ref.to.name} ${key.join(' ')}`) ?? first) === owner,
  );
  const some = own.length > 0 && random.whole(0, 19) > 0 ? own : earlier;
  if (some.length === 0) return ref.isNullable ? null : random.one(rows);
  return random.one(some);
}

function rowsOf(table: Table, random: Random): Made[] {
  if (table.lead === 'people') {
    return Array.from({ length: PEOPLE }, (_, at) => ({ key: [String(at + 1)], owner: at + 1, nth: at }));
  }
  return Array.from({ length: random.whole(3, 25) }, (_, nth) => ({
    key: table.keyColumns.map((_name, at) =>
      table.keyType === 'integer' ? String(at === 0 ? 100 + nth : nth % 3) : `k${nth}`,
    ),
    owner: random.whole(1, PEOPLE),
    nth,
  }));
}
