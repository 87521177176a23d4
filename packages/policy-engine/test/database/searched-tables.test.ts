/** After an erasure every place that holds text is searched, or named as not searched: whatever the database and its types. */
import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { AbsenceProof } from 'policy-engine/data-map';
import type { Dialect } from 'policy-engine/database';
import { addPerson, makeShop, RULES, shopEngine } from '../erasure/shop.ts';
import { forEachDatabase } from '../support/databases.ts';

const ANNA = 'anna-41';
const MAIL = `${ANNA}@shop.test`;
const UUID = 'b3f0c9d2-1a7e-4c55-9d0e-6a2f8c4b7e10';
const WORDS = ['Anna Müller', 'Łukasz Żółć', '+49 170 1234567', UUID, '李小龙', 'an.na.m@gmail.com', 'Eva Maria Lang'];

/** What is stored, and whether it is hers. */
interface Planted {
  readonly type: Readonly<Record<Dialect, string>>;
  readonly value: Readonly<Record<Dialect, string>>;
}

const same = (text: string): Readonly<Record<Dialect, string>> => ({ sqlite: text, postgres: text, mysql: text });
const text = (value: string): Planted => ({
  type: same('text'),
  value: { sqlite: quoted(value), postgres: quoted(value), mysql: quoted(value.replaceAll('\\', '\\\\')) },
});
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (value: string | Uint8Array): Planted => {
  const hex = hexOf(typeof value === 'string' ? Buffer.from(value) : value);
  return {
    type: { sqlite: 'blob', postgres: 'bytea', mysql: 'longblob' },
    value: { sqlite: `x'${hex}'`, postgres: `'\\x${hex}'`, mysql: `x'${hex}'` },
  };
};

function everyLetter(words: string, write: (code: number) => string): string {
  return words.replaceAll(/\p{L}/gu, (letter) => write(letter.charCodeAt(0)));
}

/** The forms in which software stores what identifies a person. */
const HERS: Readonly<Record<string, Planted>> = {
  'an address in capitals': text(MAIL.toUpperCase()),
  'an address within a text': text(`Write to <${MAIL}>, please.`),
  'an address with a tag': text('anna-41+news@shop.test'),
  'an address in a URL': text('https://x.example/?mail=anna-41%40shop.test&a=1'),
  'an address after an escaped line break': text(`{"note":"call\\n${MAIL}"}`),
  'a name with the escapes of JSON': text('{"name":"Anna M\\u00fcller"}'),
  'a name with the escapes of JSON in capitals': text('{"name":"ANNA M\\u00DCLLER"}'),
  'a name in JSON within JSON': text('{"inner":"{\\"name\\":\\"Anna M\\\\u00fcller\\"}"}'),
  'a decomposed name': text('Anna Mu\u0308ller'),
  'a name with entities': text('Anna&nbsp;M&uuml;ller, Anna M&#xFC;ller'),
  'a name in quoted-printable': text('Anna M=C3=BCller'),
  'a name in a form': text('name=Anna+M%C3%BCller'),
  'a serialised name': text('a:1:{s:4:"name";s:12:"Anna Müller";}'),
  'a name with few plain letters': text('{"n":"\\u0141ukasz \\u017b\\u00f3\\u0142\\u0107"}'),
  'a name in another script': text('我是李小龙。'),
  'a name with its last word first': text('Müller, Anna'),
  'a name without its middle': text('To Lang, Eva'),
  'a name in the genitive': text('Anna Müllers Buch'),
  'a name in full width': text('Ａｎｎａ　Ｍüｌｌｅｒ'),
  'a name in escapes only': text(everyLetter('ANNA Müller', (code) => `\\u${code.toString(16).padStart(4, '0')}`)),
  'a name in decimal entities only': text(everyLetter('Anna Müller', (code) => `&#${code};`)),
  'a name in hexadecimal entities only': text(everyLetter('Anna Müller', (code) => `&#x${code.toString(16)};`)),
  'a name in members of JSON': text('{"id":7,"last":"M\\u00fcller","first":"Anna"}'),
  'a name in members of JSON, in order': text('[{"who":{"given":"Anna","x":1,"family":"Müller"}}]'),
  'a name in a list': text('["Anna","Müller"]'),
  'an address of Gmail without its dots': text('to anNam+shop@googlemail.com'),
  'an address in base64': text(Buffer.from(MAIL).toString('base64')),
  'an address in base64 with something before': text(Buffer.from(`x<${MAIL}>`).toString('base64')),
  'an address in base64 within a document': text(
    `{"next":"${Buffer.from(JSON.stringify({ a: 1, mail: MAIL, b: 2 })).toString('base64url')}"}`,
  ),
  'an address in the payload of a token': text(
    `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ sub: MAIL })).toString('base64url')}.c2lnbmF0dXJl`,
  ),
  'a name with octal escapes': text('Anna M\\303\\274ller'),
  'an escaped address': text('"mail":"anna-41\\u0040shop.test"'),
  'an escaped path': text('https:\\/\\/shop.test\\/anna-41'),
  'a phone number with spaces': text('0170 / 123 45 67'),
  'a phone number without': text('tel:+491701234567'),
  'an ID in capitals without hyphens': text(UUID.replaceAll('-', '').toUpperCase()),
  'an ID in 16 bytes': bytes(Buffer.from(UUID.replaceAll('-', ''), 'hex')),
  'text in bytes after a zero': bytes(`\0\0${MAIL}\0`),
  'bytes that are not UTF-8 around a text': bytes(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(MAIL)])),
  'a long text': {
    type: { ...same('text'), mysql: 'longtext' },
    value: {
      sqlite: `printf('%.*c', 450000, 'a') || ' ${MAIL} ' || printf('%.*c', 100000, 'b')`,
      postgres: `repeat('anna shop test ', 30000) || ' ${MAIL} ' || repeat('b', 100000)`,
      mysql: `concat(repeat('anna shop test ', 30000), ' ${MAIL} ', repeat('b', 100000))`,
    },
  },
  'a JSON column': {
    type: { sqlite: 'json', postgres: 'json', mysql: 'json' },
    value: { ...text('{"a":["Anna M\\u00fcller"]}').value },
  },
};

/** The same for types that only one database has. */
const HERS_ON: Readonly<Record<Dialect, ReadonlyArray<readonly [type: string, value: string]>>> = {
  sqlite: [
    ['integer', quoted(MAIL)],
    ['', quoted(MAIL)],
    ['datetime', quoted(MAIL)],
    ["text generated always as ('anna-41' || '@shop.test')", ''],
    ['text', `'a' || char(0) || '${MAIL}'`],
  ],
  postgres: [
    ['jsonb', `'{"a": "${MAIL}"}'`],
    ['text[]', `array['x', '${MAIL}']`],
    ['varchar(99)[]', `array['${MAIL}']`],
    ['xml', `'<a>${MAIL}</a>'`],
    ['uuid', quoted(UUID)],
    ['name', quoted(MAIL)],
    ['tsvector', `'${MAIL}'::tsvector`],
    ["text generated always as ('anna-41' || '@shop.test') stored", ''],
  ],
  mysql: [
    ['varbinary(200)', quoted(MAIL)],
    ['varchar(200) character set latin1', quoted('Anna Müller')],
    ['varchar(200) character set utf8mb4 collate utf8mb4_bin', quoted(MAIL)],
    ['varchar(200) character set ucs2', quoted(MAIL)],
    ['uuid', quoted(UUID)],
    ["varchar(99) generated always as (concat('anna-41', '@shop.test')) virtual", ''],
  ],
};

/** What looks like hers, and is somebody else's. */
const OTHERS: Readonly<Record<string, string>> = {
  'a longer address': 'joanna-41@shop.test',
  'another address in base64': Buffer.from('joanna-41@shop.test').toString('base64'),
  'a longer domain': 'anna@shop.testing, anna@shop.test.example',
  'a longer name': 'Anna Müllerin, Joanna Müller',
  'another name of the same words': 'Anna Schmidt und Hans Müller; {"first":"Anna"},{"last":"Müller"}',
  'another address of Gmail': 'anna.mm@gmail.com, x.annam@gmail.com, annam@gmail.com.example',
  'another middle name': 'Eva Lange, Maria Lang',
  'another number': '+49 170 12345678, 1701234560',
  wildcards: 'annaX41@shopYtest',
};

forEachDatabase((target) => {
  let database: Database;
  const { dialect } = target;
  const name = (text: string) => (dialect === 'mysql' ? `\`${text}\`` : `"${text}"`);
  /** What a test has created, for the next one not to search it again. */
  const created: string[] = [];
  const create = async (what: string, definition: string) => {
    await database.execute(`create ${what} ${definition}`);
    created.push(what);
  };
  const plant = async (table: string, columns: string, ...rows: string[]) => {
    await create(`table ${table}`, `(${columns})`);
    if (rows.length > 0) await database.execute(`insert into ${table} values ${rows.map((row) => `(${row})`).join()}`);
  };
  const erase = async (options: Parameters<typeof shopEngine>[1] = {}, previews = true) => {
    await makeShop(database);
    await addPerson(database, ANNA, { orders: 0, reviews: 0, visits: 1 });
    const rules = RULES.filter(({ name }) => ['account', 'visits'].includes(name));
    const erasure = { graceDays: 0, identifiers: () => WORDS };
    const shop = await shopEngine(database, { dataRules: rules, erasure, ...options });
    const preview = previews ? await shop.engine.erasure.undeclared({ id: ANNA }) : null;
    const { id } = await shop.engine.erasure.create({ id: ANNA });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    const { receipt, error } = await shop.engine.erasure.find(id);
    assert.equal(error, null);
    assert.ok(receipt?.absence);
    const findings = await shop.engine.check();
    const finding = (code: string) => findings.find((one) => one.code === code)?.subject ?? '';
    return { preview, absence: receipt.absence, finding };
  };
  const placesIn = ({ found }: AbsenceProof) => found.map(({ table, column, rows }) => `${table}.${column} ${rows}`);

  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  afterEach(async () => {
    for (const what of created.splice(0).toReversed()) {
      await database.execute(`drop ${what}${what.startsWith('schema') ? ' cascade' : ''}`);
    }
  });

  test('what identifies a person is found in every form and type, before and after the erasure, and nothing of others', async () => {
    const planted = [
      ...Object.entries(HERS).map(([title, { type, value }]) => ({
        title,
        type: type[dialect],
        value: value[dialect],
      })),
      ...HERS_ON[dialect].map(([type, value]) => ({ title: type, type, value })),
    ];
    for (const [at, { type, value }] of planted.entries()) {
      if (value === '') await plant(`hers_${at}`, `id integer primary key, c ${type}`);
      else await plant(`hers_${at}`, `id integer primary key, c ${type}`, `1, ${value}`);
      if (value === '') await database.execute(`insert into hers_${at} (id) values (1)`);
    }
    const others = Object.values(OTHERS).map((value, at) => `${at}, ${quoted(value)}`);
    await plant('others', 'id integer primary key, c text', ...others);
    const { preview, absence, finding } = await erase();
    const wanted = planted.map(({ title }, at) => `${title}: hers_${at}.c 1`);
    for (const proof of [preview, absence]) {
      assert.ok(proof);
      const found = placesIn(proof);
      // A preview takes a few seconds; on a busy machine it names the tables that it had no time for.
      const late = new Set(
        proof.notSearched.flatMap(({ table, reason }) => (proof === preview && reason === 'time' ? [table] : [])),
      );
      const seen = planted.map(({ title }, at) =>
        found.includes(`hers_${at}.c 1`) || late.has(`hers_${at}`) ? `${title}: hers_${at}.c 1` : `${title}: missing`,
      );
      assert.deepEqual(seen, wanted);
      assert.deepEqual(
        found.filter((place) => place.startsWith('others')),
        [],
      );
      assert.deepEqual(
        proof.notSearched.filter(({ table }) => !late.has(table)),
        [],
      );
      assert.ok(proof.found.filter(({ table }) => table.startsWith('hers_')).every(({ isDeclared }) => !isDeclared));
    }
    assert.match(finding('erasure_undeclared'), /^hers_0, .*\(\+\d+\)$/);
  });

  test('a name is found in two columns of a row, in any order, and not in two rows', async () => {
    const columns = 'id integer primary key, a varchar(99), b varchar(99), c text';
    const rows = [
      ['Anna', 'Müller', 'x'],
      ['MÜLLER', null, ' anna '],
      ['龙', '小', '李'],
      ['李', '小龙', null],
      ['Eva Maria', 'x', 'Lang'],
      // Of others.
      ['Anna', 'Schmidt', 'knows Müller'],
      ['Joanna', 'Müller', 'x'],
      ['Anna', 'Annas', null],
      ['x', 'Müller', null],
    ].map((row, at) => `${at}, ${row.map((value) => (value === null ? 'null' : quoted(value))).join(', ')}`);
    await plant('people_elsewhere', columns, ...rows);
    await plant('keyless', 'a text, b text', "'Anna', 'Müller'", "'Anna', 'x'", "'y', 'Müller'");
    const { preview, absence } = await erase();
    for (const proof of [preview, absence]) {
      assert.ok(proof);
      const found = placesIn(proof).filter((place) => /^(?:people_elsewhere|keyless)/.test(place));
      assert.deepEqual(found, [
        'keyless.a 1',
        'keyless.b 1',
        'people_elsewhere.a 4',
        'people_elsewhere.b 2',
        'people_elsewhere.c 2',
      ]);
    }
  });

  test('tables of every kind and name are searched, and each row once', async () => {
    await plant(name('Order x % select'), `${name('Group')} text`, quoted(MAIL), quoted(MAIL));
    await plant('no_key', 'a text, b text', `'${MAIL}', '${MAIL}'`, "'x', null");
    await plant(
      'long_key',
      'a varchar(40), b integer, c text, primary key (a, b)',
      `'x', 1, '${MAIL}'`,
      `'x', 2, '${MAIL}'`,
    );
    const wide = Array.from({ length: 150 }, (_, at) => `c${at} text`).join(', ');
    await plant('wide', wide);
    await database.execute(`insert into wide (c149) values ('${MAIL}')`);
    const expected = ['no_key.a 1', 'no_key.b 1', 'long_key.c 2', 'wide.c149 1'];
    if (dialect === 'postgres') {
      await create('schema elsewhere', '');
      await plant('elsewhere.notes', 'id integer primary key, c text', `1, '${MAIL}'`);
      await create('materialized view copied', 'as select c from elsewhere.notes');
      await create('view shown', 'as select c from elsewhere.notes');
      await create('table parts', '(id integer, c text) partition by range (id)');
      await create('table parts_1', 'partition of parts for values from (0) to (10)');
      await database.execute(`insert into parts values (1, '${MAIL}')`);
      await create('table parent', '(id integer, c text)');
      await create('table child', '() inherits (parent)');
      await database.execute(`insert into child values (1, '${MAIL}')`);
      await create('domain address', 'as text');
      await plant('domains', 'c address', `'${MAIL}'`);
      expected.push('elsewhere.notes.c 1', 'copied.c 1', 'parts.c 1', 'child.c 1', 'domains.c 1');
    } else if (dialect === 'mysql') {
      await create('table versions', '(id integer primary key, c text) with system versioning');
      await database.execute(`insert into versions values (1, '${MAIL}')`);
      await database.execute('delete from versions');
      expected.push('versions.c 1');
    } else {
      await plant('unordered', 'rowid text, _rowid_ text, oid text', `'${MAIL}', 'x', 'y'`);
      await plant('null_keys', 'id text primary key, c text', `null, '${MAIL}'`);
      await create('table keyed', '(a text, c text, primary key (a)) without rowid');
      await database.execute(`insert into keyed values ('x', '${MAIL}')`);
      await database.execute('create virtual table words using fts5(c)');
      created.push('table words', 'table index_only');
      await database.execute(`insert into words values ('${MAIL}')`);
      await database.execute("create virtual table index_only using fts5(c, content='')");
      expected.push('unordered.rowid 1', 'null_keys.c 1', 'keyed.c 1', 'words.c 1');
    }
    const { absence } = await erase({}, false);
    const found = placesIn(absence);
    assert.deepEqual(found.filter((place) => !place.includes('Group')).toSorted(), expected.toSorted());
    assert.equal(found.filter((place) => place.endsWith('.Group 2')).length, 1);
    assert.deepEqual(
      absence.notSearched.map(({ table, reason }) => `${table} ${reason}`),
      dialect === 'sqlite' ? ['index_only index'] : [],
    );
  });

  test('what the host excludes is named with its reason, and does not change the outcome', async () => {
    await plant('excluded', 'id integer primary key, c text, d text', `1, '${MAIL}', 'x'`);
    await plant('partly', 'id integer primary key, c text, d text', `1, '${MAIL}', 'x'`);
    if (dialect === 'postgres') {
      await create('schema tenant_2', '');
      await plant('tenant_2.users', 'id integer primary key, email text', `1, '${MAIL}'`);
    }
    const exempt = [
      ...(dialect === 'postgres' ? [{ table: 'tenant_2.*', reason: 'Another controller', search: false }] : []),
      { table: 'excluded', reason: 'Billions of rows, all hashed', search: false },
      { table: 'partly', columns: ['c'], reason: 'A hash', search: false },
    ];
    const { absence, preview, finding } = await erase({ dataMap: { exempt } });
    for (const proof of [absence, preview]) {
      assert.ok(proof);
      const { notSearched, found } = proof;
      assert.deepEqual(
        notSearched.filter(({ reason, table }) => reason === 'excluded' && table !== 'tenant_2.users'),
        [
          { table: 'excluded', columns: null, reason: 'excluded', note: 'Billions of rows, all hashed' },
          { table: 'partly', columns: ['c'], reason: 'excluded', note: 'A hash' },
        ],
      );
      assert.deepEqual(
        found.filter(({ table }) => ['excluded', 'partly', 'tenant_2.users'].includes(table)),
        [],
      );
    }
    assert.match(finding('erasure_unsearched'), /excluded \(excluded: Billions of rows, all hashed\)/);
    if (dialect === 'postgres') assert.match(finding('erasure_unsearched'), /tenant_2\.users \(excluded: Another/);
    assert.match(finding('erasure_unsearched'), /partly\.c \(excluded: A hash\)/);
    assert.doesNotMatch(finding('erasure_undeclared'), /excluded|partly/);
  });
});

describe('words', () => {
  test('that are too short or too common are counted as left out', async () => {
    const { searchTermsOf } = await import('../../dist/modules/erasure/absence/search-terms.js');
    const { terms, leftOut, shortId } = searchTermsOf('7', ['Li', 'Will', 'Grace', 'Will Smith', ' ', '李明', 'a_%b']);
    assert.deepEqual([terms.length, leftOut, shortId], [5, 2, '7']);
  });
});
