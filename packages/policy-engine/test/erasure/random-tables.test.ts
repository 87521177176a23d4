/** Whatever the tables of a host are like, the search finds what is left of a person there, or names the table as not searched. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { AbsenceProof } from 'policy-engine/data-map';
import { rounds } from '../../../../testing/rounds.ts';
import { forEachDatabase } from '../support/databases.ts';
import { Random } from '../support/random.ts';
import { addPerson, DAY, makeShop, shopEngine } from './shop.ts';

const SEED = Number(process.env['TABLES_SEED'] ?? 20_261_127);
const ID = '0b0a8d1c-6c1e-4c43-9a3c-5d0f6c9a7e21';
const NAME = 'Zoë Müller-Åkesson';
const ADDRESS = `${ID}@shop.test`;

type Dialect = Database['dialect'];

/** How a type stores a text; null for one that this column cannot hold. */
type Stores = (text: string) => unknown;
const asText: Stores = (text) => text;
const asBytes: Stores = (text) => Buffer.from(text);
const asJson: Stores = (text) => JSON.stringify({ seen: [{ by: text }], nth: 1 });
/** As Python and PHP write it. */
const asAsciiJson: Stores = (text) =>
  JSON.stringify([text]).replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const TYPES: Readonly<Record<Dialect, ReadonlyArray<readonly [type: string, stores: Stores]>>> = {
  sqlite: [
    ['text', asText],
    ['varchar(300)', asText],
    ['blob', asBytes],
    ['integer', asText],
    ['', asText],
    ['', asBytes],
    ['json', asJson],
    ['numeric', asAsciiJson],
  ],
  postgres: [
    ['text', asText],
    ['varchar(300)', asText],
    ['char(300)', asText],
    ['bytea', asBytes],
    ['json', asAsciiJson],
    ['jsonb', asJson],
    ['text[]', (text) => `{"one","${text}"}`],
    ['jsonb[]', (text) => `{${JSON.stringify(JSON.stringify({ by: text }))}}`],
    ['made_text', asText],
    ['made_pair', (text) => `(1,"${text}")`],
  ],
  mysql: [
    ['text', asText],
    ['varchar(300)', asText],
    ['varchar(300) character set latin1', asText],
    ['char(200)', asText],
    ['mediumtext', asText],
    ['blob', asBytes],
    ['varbinary(300)', asBytes],
    ['binary(200)', asBytes],
    ['json', asJson],
    ['longtext', asAsciiJson],
  ],
};

const NAMES = ['note', 'Mixed Case', 'order', 'weiß', 'with"quote', 'with`tick', "o'clock", 'a.b', '100%', '_'];
const FORMS: ReadonlyArray<(text: string) => string> = [
  (text) => text,
  (text) => `asked by ${text}, twice`,
  (text) => text.toUpperCase(),
];
const KEYS = [
  'k integer primary key',
  'k varchar(40) primary key',
  'k integer, l varchar(40), primary key (l, k)',
  'k integer null, l varchar(40) null',
  'k integer unique',
];

interface Planted {
  readonly table: string;
  readonly column: string;
  readonly what: string;
}

const quote = (dialect: Dialect, name: string) =>
  dialect === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`;

/** Creates a table with rows of other people, and writes what identifies the person into some of its columns. */
async function plant(database: Database, random: Random, table: string): Promise<Planted[]> {
  const { dialect } = database;
  const columns = random.some(NAMES, 1, 4).map((name) => [name, random.one(TYPES[dialect])] as const);
  const own = columns.map(([name, [type]]) => `${quote(dialect, name)} ${type}`);
  const key = random.one(KEYS);
  const keys = key.startsWith('k integer,') || key.includes('l varchar') ? ['k', 'l'] : ['k'];
  const parts = key.includes('primary key (')
    ? [key.split(', primary')[0], ...own, 'primary key (l, k)']
    : [key, ...own];
  await database.execute(`create table ${quote(dialect, table)} (${parts.join(', ')})`);
  const names = [...keys, ...columns.map(([name]) => quote(dialect, name))];
  const places = names.map((_, at) => (dialect === 'postgres' ? `$${at + 1}` : '?'));
  const insert = `insert into ${quote(dialect, table)} (${names.join(', ')}) values (${places.join(', ')})`;
  const write = (nth: number, texts: readonly string[]) => {
    const values = columns.map(([, [, stores]], at) => stores(texts[at] ?? ''));
    return database.execute(insert, [...keys.map((name) => (name === 'l' ? `row ${nth}` : nth)), ...values]);
  };
  const rows = random.whole(1, 30);
  const planted: Planted[] = [];
  for (let nth = 0; nth < rows; nth += 1) {
    const texts = columns.map(() => `somebody else ${nth}`);
    if (random.whole(0, rows) < 3) {
      const at = random.whole(0, columns.length - 1);
      const what = random.one(FORMS)(random.one([ID, NAME, ADDRESS]));
      texts[at] = what;
      planted.push({ table, column: columns[at]![0], what: `${what} as ${columns[at]![1][0]}` });
    }
    await write(nth, texts);
  }
  return planted;
}

function isTold({ found, notSearched }: AbsenceProof, { table, column }: Planted): boolean {
  const isMeant = (name: string) => name === table || name.endsWith(`.${table}`);
  return (
    found.some((one) => isMeant(one.table) && one.column === column) ||
    notSearched.some((one) => isMeant(one.table) && (one.columns === null || one.columns.includes(column)))
  );
}

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await makeShop(database);
    if (target.dialect !== 'postgres') return;
    await database.execute('create domain made_text as text');
    await database.execute('create type made_pair as (nth integer, said text)');
  });

  test('what is written into columns of any type is found, or the table is named', async () => {
    const shop = await shopEngine(database, { erasure: { graceDays: 0, identifiers: () => [NAME] } });
    for (let round = 0; round < rounds(1, 40); round += 1) {
      const seed = SEED + round;
      const random = new Random(seed);
      const planted: Planted[] = [];
      const tables = Array.from({ length: 8 }, (_, nth) => `r${round} ${random.one(NAMES)} ${nth}`);
      for (const table of tables) planted.push(...(await plant(database, random, table)));
      await addPerson(database, ID);
      // A person may ask a few times a day.
      shop.pass(DAY);
      const { id } = await shop.engine.erasure.create({ id: ID });
      await shop.engine.erasure.confirm(id);
      await shop.work();
      const { receipt, error } = await shop.engine.erasure.find(id);
      const absence = receipt?.absence;
      assert.ok(absence, `TABLES_SEED=${seed}: ${error}`);
      assert.notDeepEqual(planted, []);
      const missed = planted.filter((one) => !isTold(absence, one));
      assert.deepEqual(missed, [], `TABLES_SEED=${seed}`);
      // All of them can be searched.
      assert.deepEqual(absence.notSearched, [], `TABLES_SEED=${seed}`);
      for (const table of tables) await database.execute(`drop table ${quote(target.dialect, table)}`);
    }
  });
});
