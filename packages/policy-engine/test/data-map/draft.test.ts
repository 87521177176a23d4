/** Drafted rules: whose rows they are, which tables hold staff, and what values say where names do not. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import { draftOf } from '../../dist/modules/data-map/draft/draft.js';
import { emptyMap } from '../../dist/modules/data-map/commands/check-command.js';
import { uncovered } from '../../dist/modules/data-map/schema/coverage.js';
import { peopleTablesOf } from '../../dist/modules/data-map/schema/people-tables.js';
import { formOf, sampledWords } from '../../dist/modules/data-map/draft/samples.js';
import { LiveSchema } from '../../dist/platform/database/schema/live-schema.js';
import { engineNaming } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { peopleOf, readSchema, readSchemas } from './read-schemas.ts';

const drafted = (tables: string) => {
  const { schema } = readSchema(`sample\npeople\n${tables}`);
  const { people } = peopleTablesOf(schema.tables, schema);
  assert.ok(people, 'no table of people');
  return draftOf({ schema, people, tables: schema.tables });
};

const person = '  id int\n  email text\n  first_name text\n';

describe('the table of people', () => {
  const cases: ReadonlyArray<readonly [string, string, string]> = [
    ['users beside members are staff', `users\n${person}members\n${person}`, 'members; staff users'],
    [
      'users are people if customers sign in with them',
      `users\n${person}customers\n${person}  user_id int > users.id\n`,
      'customers; staff ',
    ],
    [
      'clients that are programs are not people',
      `users\n${person}clients\n  id int\n  redirect_uri text\n`,
      'users; staff ',
    ],
    [
      'members that join users and teams are not people',
      `users\n${person}members\n  id int\n  user_id int > users.id\n  team_id int\n`,
      'users; staff ',
    ],
    [
      'employees are people if users are how they sign in',
      `hr_users\n  id int\n  email text\n  employee_id int > hr_employees.id\nhr_employees\n${person}hr_jobs\n  id int\nhr_units\n  id int\nhr_grades\n  id int\n`,
      'hr_employees; staff ',
    ],
    [
      'guests of a booking are not people beside users',
      `users\n${person}${['series', 'rooms', 'files', 'notes', 'users'].map((one) => `reservation_${one}\n  id int\n  user_id int\n`).join('')}reservation_guests\n  id int\n  email text\n`,
      'users; staff ',
    ],
    [
      'clients with a contact are companies',
      `users\n${person}clients\n  id int\n  name text\n  email text\n  contact_name text\n`,
      'users; staff ',
    ],
    [
      'customers to whom users belong are companies',
      `users\n${person}  customer_id int\ncustomers\n  id int\n  title text\n  email text\n`,
      'users; staff ',
    ],
    [
      'customers of one enterprise among several are its users',
      `users\n${person}enterprises\n  id int\n  name text\ncustomers\n${person}  enterprise_id int > enterprises.id\n  user_id int > users.id\n`,
      'users; staff ',
    ],
    [
      'persons are people if users are how some of them sign in',
      `users\n  id int\n  username text\n  person_id int > person.id\nperson\n  id int\n  gender text\n`,
      'person; staff ',
    ],
    [
      'persons are people if they alone have names',
      `users\n  id int\n  username text\nperson\n${person}  user_id int > users.id\ntalks\n  id int\n  person_id int > person.id\n`,
      'person; staff ',
    ],
    [
      'users are people beside those of a protocol',
      `users\n${person}${['users', 'clients', 'scopes', 'grants', 'tokens'].map((one) => `oauth_${one}\n  id int\n  ${one === 'users' ? 'username' : 'code'} text\n`).join('')}`,
      'users; staff ',
    ],
    ['accounts of a bookkeeper are nobody', 'accounts\n  id int\n  code text\n  label text\n', 'undefined; staff '],
    [
      'a table of any name is of people if it is how they sign in',
      `registry\n  id int\n  login text\n  password text\nservers\n  id int\n  host text\n  login text\n  password text\nnotes\n  id int\n  registry_id int\n`,
      'registry; staff ',
    ],
    [
      'participants are people where nobody has an account',
      'parties\n  id int\n  name text\nparticipants\n  id int\n  name text\n',
      'participants; staff ',
    ],
    [
      'debtors with a name and an address are people, and users are staff',
      `0_users\n${person}0_debtors_master\n  debtor_no int\n  name text\n  address text\n`,
      '0_debtors_master; staff 0_users',
    ],
    ['a table of administrators is staff', `wp_users\n${person}admin_users\n${person}`, 'wp_users; staff admin_users'],
  ];
  for (const [title, tables, expected] of cases) {
    test(title, () => {
      const { schema } = readSchema(`sample\npeople\n${tables}`);
      const { people, staff } = peopleTablesOf(schema.tables, schema);
      assert.equal(`${people?.table}; staff ${staff.map(({ table }) => table).join(' ')}`, expected);
    });
  }

  test('is found behind keys named after one of them, a prefix or a version', () => {
    const ruled = (tables: string) => drafted(tables).rules.map(({ table }) => table);
    const notes = (key: string) => `notes\n  id int\n  ${key} int\n  body text\n`;
    assert.deepEqual(ruled(`people\n${person}${notes('person_id')}`), ['people', 'notes']);
    assert.deepEqual(ruled(`nc_users_v2\n${person}${notes('fk_user_id')}`), ['nc_users_v2', 'notes']);
  });

  test('is found behind the prefix of the application, which most tables and keys have', () => {
    const others = ['Course', 'Unit', 'Term', 'House'].map((one) => `academy${one}\n  academy${one}ID int\n`).join('');
    const { people, rules } = drafted(
      `academyPerson\n  academyPersonID int\n  email text\n${others}` +
        'academyNote\n  id int\n  academyPersonIDStudent int\n  academyPersonIDCreator int\n  comment text\n',
    );
    assert.equal(people, 'academyPerson');
    assert.deepEqual(
      rules.map(({ table, person: key, columns }) => [table, key, columns]),
      [
        ['academyPerson', "'academyPersonID'", ['email']],
        ['academyNote', "'academyPersonIDStudent'", ['comment']],
      ],
    );
  });

  test('of staff is proposed and not taken, with its columns', () => {
    const { rules, proposals } = drafted(`users\n${person}members\n${person}`);
    assert.deepEqual(
      rules.map(({ table }) => table),
      ['members'],
    );
    assert.deepEqual(proposals, [{ table: 'users', about: 'staff', columns: ['email', 'first_name'], uncertain: [] }]);
  });
});

/** Schemas of well-known applications, with their drafts, each made once. */
const APPLICATIONS = readSchemas().map((read) => {
  const { name, schema } = read;
  const { table: people, isFound } = peopleOf(read);
  let draft: ReturnType<typeof draftOf> | undefined;
  return { name, schema, isFound, draft: () => (draft ??= draftOf({ schema, people, tables: schema.tables })) };
});

describe('the check and the draft say the same', () => {
  for (const { name, schema, draft } of APPLICATIONS.filter(({ isFound }) => isFound)) {
    test(`of each column of ${name}`, () => {
      const { rules, links, proposals } = draft();
      const findings = uncovered(emptyMap(undefined), schema, engineNaming('postgres'));
      const found = (reason: RegExp) => findings.filter((finding) => reason.test(finding.reason));
      const tables = (some: readonly { readonly table: string | null }[]) => [
        ...new Set(some.map(({ table }) => table)),
      ];
      assert.deepEqual(
        tables(found(/^leads to a person/)).toSorted(order),
        tables([...rules, ...links]).toSorted(order),
      );
      assert.deepEqual(
        found(/^named like personal data/).map(({ table, column }) => `${table}.${column}`),
        proposals.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
      );
    });
  }
});

const order = (one: string | null, other: string | null) => String(one).localeCompare(String(other));

describe('whose rows they are', () => {
  test("a workspace is nobody's because somebody created it", () => {
    const { rules, links, proposals } = drafted(
      `users\n${person}workspaces\n  id int\n  name text\n  description text\n  created_by int > users.id\n  updated_by int > users.id\n`,
    );
    assert.deepEqual([rules.map(({ table }) => table), links, proposals], [['users'], [], []]);
  });

  test("a comment is its creator's", () => {
    const { rules } = drafted(`users\n${person}comments\n  id int\n  body text\n  created_by int > users.id\n`);
    assert.deepEqual(
      rules.map(({ table, columns }) => [table, columns]),
      [
        ['users', ['email', 'first_name']],
        ['comments', ['body']],
      ],
    );
  });

  test('a column that is named and typed like a key is one, and the draft says that this is a guess', () => {
    const { rules } = drafted(
      `customer\n${person}order\n  id int\n  customer_id int\n  shipping_note text\n  total decimal\n`,
    );
    const [, order] = rules;
    assert.deepEqual([order?.person, order?.columns], [`'customer_id'`, ['shipping_note']]);
    assert.match(
      order?.comments.join('\n') ?? '',
      /Seems to lead to a person: order\.customer_id → customer\.\nNo foreign key says so/,
    );
    const { rules: others } = drafted(`customer\n${person}order\n  id int\n  customer_id text\n  shipping_note text\n`);
    assert.deepEqual(
      others.map(({ table }) => table),
      ['customer'],
    );
  });
});

test('a word that means a person in one table and a thing in another counts only where the table says so', () => {
  const { rules, proposals } = drafted(
    `users\n${person}  name text\n  title text\n  company text\n  city text\n  avatar_url text\n` +
      'addresses\n  id int\n  user_id int > users.id\n  line1 text\n  city text\n  postal_code text\n' +
      'warehouses\n  id int\n  name text\n  street text\n  postal_code text\n  city text\n  phone text\n' +
      'products\n  id int\n  name text\n  title text\n  description text\n' +
      'prices\n  id int\n  nickname text\n' +
      'events\n  id int\n  email_opened_count int\n  automated_email_id int\n  newsletter_email_settings_id text\n' +
      'leads\n  id int\n  name text\n  phone text\n',
  );
  assert.deepEqual(
    rules.map(({ table, columns }) => [table, columns]),
    [
      ['users', ['email', 'first_name', 'name', 'title', 'company', 'city', 'avatar_url']],
      ['addresses', ['line1', 'city', 'postal_code']],
    ],
  );
  assert.deepEqual(proposals, [{ table: 'leads', about: 'unlinked', columns: ['name', 'phone'], uncertain: [] }]);
});

test('rows about one person are personal in words of any trade, except what is technical', () => {
  const { rules } = drafted(
    `users\n${person}  whakapapa text\n  banned_reason text\n  theme text\n  utm_source text\n  status text\n  notify_by enum\n` +
      'medical_conditions\n  id int\n  user_id int > users.id\n  trigger_foods text\n  severity_level text\n  plan_code text\n' +
      'orders\n  id int\n  user_id int > users.id\n  whakapapa text\n  order_status text\n' +
      'emp_dependents\n  ed_id int\n  user_id int > users.id\n  ed_seq int\n  ed_name text\n  ed_born date\n' +
      'blog_comments\n  id int\n  user_id int > users.id\n  comment_html text\n  email enum\n',
  );
  assert.deepEqual(
    rules.map(({ table, columns }) => [table, columns]),
    [
      ['users', ['email', 'first_name', 'whakapapa', 'banned_reason']],
      ['medical_conditions', ['trigger_foods']],
      ['emp_dependents', ['ed_name', 'ed_born']],
      ['blog_comments', ['comment_html']],
    ],
  );
});

test('rows of contacts are about them, also where contacts are not the people with accounts', () => {
  const { proposals } = drafted(
    `users\n${person}contacts\n  id int\n  first_name text\n` +
      'calls\n  id int\n  contact_id int > contacts.id\n  description text\n' +
      'invoices\n  id int\n  product_id int\n  description text\n',
  );
  assert.deepEqual(
    proposals.map(({ table, columns }) => [table, columns]),
    [
      ['contacts', ['first_name']],
      ['calls', ['description']],
    ],
  );
});

test('a guessed key does not make a supplier somebody, and what all columns end with is no part of their names', () => {
  const { rules } = drafted(
    `users\n${person}suppliers\n  id int\n  user_id int\n  name text\n  city text\n` +
      'adherents\n  id_adh int\n  user_id int > users.id\n  ddn_adh date\n  cp_adh text\n  mdp_adh text\n  info_adh text\n',
  );
  assert.deepEqual(
    rules.map(({ table, columns }) => [table, columns]),
    [
      ['users', ['email', 'first_name']],
      ['adherents', ['ddn_adh', 'cp_adh', 'info_adh']],
    ],
  );
});

test('names are understood in other languages, in one word, and behind letters with which all tables begin', () => {
  const tables = 'oxarticle\n  OXID int\noxprice\n  OXID int\noxlink\n  OXID int\noxvendor\n  OXID int\n';
  const { people, rules } = drafted(
    `${tables}oxuser\n  OXID text\n  OXEMAIL text\n  OXFNAME text\n  OXBILLFNAME text\n  OXVATRATE decimal\n`,
  );
  assert.deepEqual([people, rules[0]?.columns], ['oxuser', ['OXEMAIL', 'OXFNAME', 'OXBILLFNAME']]);
  const { rules: french } = drafted(
    'utilisateurs\n  id int\n  prenom text\n  courriel text\n  commentaire text\n  metier text\n  actif boolean\n',
  );
  assert.deepEqual(french[0]?.columns, ['prenom', 'courriel', 'commentaire', 'metier']);
});

test('one letter is no text, a post code may be a number, and an account is beside the name of its provider', () => {
  const { rules } = drafted(
    `users\n${person}  gender varchar1\n  note varchar1\n  provider text\n  uid text\n` +
      'addresses\n  id int\n  user_id int > users.id\n  line1 text\n  city text\n  postal_code int\n  visits int\n',
  );
  assert.deepEqual(
    rules.map(({ columns }) => columns),
    [
      ['email', 'first_name', 'gender', 'uid'],
      ['line1', 'city', 'postal_code'],
    ],
  );
});

test('what begins like the parts of an address is one, a known word ends others, and an address may be binary', () => {
  const { rules } = drafted(
    `users\n${person}orders\n  id int\n  user_id int > users.id\n  delivery_name text\n  delivery_street_address text\n` +
      '  delivery_suburb text\n  delivery_postcode text\n  delivery_state text\n  payment_method text\n  internal_code text\n' +
      'visits\n  id int\n  user_id int > users.id\n  ip bytes\n  token bytes\n' +
      'sales\n  id int\n  user_id int > users.id\n  intnotes text\n',
  );
  assert.deepEqual(
    rules.map(({ table, columns }) => [table, columns]),
    [
      ['users', ['email', 'first_name']],
      [
        'orders',
        ['delivery_name', 'delivery_street_address', 'delivery_suburb', 'delivery_postcode', 'delivery_state'],
      ],
      ['visits', ['ip']],
      ['sales', ['intnotes']],
    ],
  );
});

test('the draft says which of its columns are less certain, and what speaks for them', () => {
  let uncertain = 0;
  for (const { draft } of APPLICATIONS) {
    for (const { columns, comments } of draft().rules) {
      const [, list] = /^Less certain: (.+)\.$/m.exec(comments.join('\n')) ?? [];
      for (const one of list?.split('), ') ?? []) {
        const [, name, why] = /^(\S+) \((.+?)\)?$/.exec(one) ?? [];
        assert.ok(columns.includes(name ?? ''), one);
        assert.match(why ?? '', /^(?:"[^"]+" in )?[a-z ]+$/);
        uncertain += 1;
      }
    }
  }
  assert.ok(uncertain > 100);
});

forEachDatabase((testDatabase) => {
  let database: Database;
  before(async () => {
    database = await testDatabase.open();
    await database.execute('create table users (id int primary key, email varchar(80))');
    await database.execute(
      'create table deliveries (id int primary key, target varchar(80), origin varchar(80), state varchar(80), blob_1 varchar(200))',
    );
    for (let id = 1; id <= 5; id++) {
      await database.execute(
        `insert into deliveries values (${id}, 'p${id}@shop.example', '203.0.113.${id}', 'sent', '{"to": {"firstName": "P${id}"}}')`,
      );
    }
  });

  test('a draft finds addresses by the values of columns whose names say nothing', async () => {
    const schema = await LiveSchema.read(database);
    const { people } = peopleTablesOf(schema.tables, schema);
    const sampled = await sampledWords(database, schema.tables, schema);
    const { proposals } = draftOf({ schema, people: people!, tables: schema.tables, sampled });
    assert.deepEqual(
      proposals.map(({ table, about, columns }) => [table, about, columns]),
      [['deliveries', 'unlinked', ['target', 'origin', 'blob_1']]],
    );
    assert.deepEqual(draftOf({ schema, people: people!, tables: schema.tables }).proposals, []);
  });
});

test('few values, and texts that only contain an address, have no form', () => {
  assert.equal(formOf(['a@b.test', 'c@d.test']), undefined);
  assert.equal(formOf(['a@b.test', 'c@d.test', 'e@f.test', null, '']), 'e-mail addresses');
  assert.equal(formOf(['Write to a@b.test', 'or c@d.test', 'x', 'y']), undefined);
  assert.equal(formOf(['1.2.3', '1.2.4', '2.0.0']), undefined);
  assert.equal(formOf(['12 Baker Street', '1 High Road, Leeds', '7 Mill Lane']), 'postal addresses');
  assert.equal(formOf(['Hauptstraße 5', 'Am Markt 1', 'Lindenallee 12a']), 'postal addresses');
  assert.equal(
    formOf(['DE02 1203 0000 0000 2020 51', 'FR1420041010050500013M02606', 'GB82WEST12345698765432']),
    'account numbers',
  );
  assert.equal(formOf(['{"a": 1}', '{"b": "x"}', '{"c": []}']), undefined);
});
