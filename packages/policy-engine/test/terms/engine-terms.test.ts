/** `engine.terms` beside the same texts over HTTP, on every database. */
import assert from 'node:assert/strict';
import { before, beforeEach, suite, test } from 'node:test';
import type { Database, ImportedTerm, NewTerm, PolicyEngine } from 'policy-engine';
import { createPolicyEngine, PolicyEngineError } from 'policy-engine';
import { hashOf } from '../../dist/modules/terms/markdown/text.js';
import { forEachDatabase } from '../support/databases.ts';

const refused =
  (code: string, message = /(?:)/) =>
  (error: unknown) => {
    assert.ok(error instanceof PolicyEngineError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  };

const OLD: readonly ImportedTerm[] = [
  {
    rule: 'cookie',
    markdown: 'We set one cookie.',
    publishedAt: '2019-05-01T00:00:00+02:00',
    hash: hashOf('We set one cookie.\n'),
  },
  { rule: 'age', markdown: 'Be 16.', publishedAt: '2018-01-01T00:00:00Z', version: 1 },
  {
    rule: 'cookie',
    markdown: 'Ponemos dos cookies.  \r\n',
    locale: 'es',
    translations: { en: 'We set two cookies.' },
    note: 'One more',
    material: false,
    publishedAt: new Date('2021-03-04T10:11:12Z'),
    version: 2,
  },
];

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let clock = new Date('2026-03-01T10:00:00.000Z');
  let reader: string | null;

  before(async () => {
    database = await target.open();
    engine = createPolicyEngine({
      database,
      rules: [{ name: 'cookie', sessionless: true, lasts: { acceptance: 120 } }, { name: 'age' }, { name: 'unused' }],
      currentUser: () => (reader === null ? null : { id: reader, record: { id: reader } }),
      isAdminMethod: ({ id }) => id === 'admin',
      userResource: { find: (id) => ({ id }) },
      now: () => clock,
    });
    await engine.migrate();
  });
  beforeEach(async () => {
    const ledger = ['ledger_events', 'ledger_identities', 'ledger_accounts'];
    for (const table of ['user_terms', 'term_translations', 'terms', 'admin_actions', ...ledger]) {
      await database.execute(`delete from policy_manager_${table}`);
    }
    clock = new Date('2026-03-01T10:00:00.000Z');
    reader = 'admin';
    // The cached texts of the previous test.
    await engine.terms.import([]);
  });

  const http = async (method: string, path: string, body?: unknown) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await engine.fetch(new Request(`http://host.test/policies${path}`, init));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const logged = async () => {
    const { rows } = await database.execute('select action, actor from policy_manager_admin_actions order by id');
    return rows.map(({ action, actor }) => `${String(action)} ${String(actor)}`);
  };
  const shown = async (rule?: string) =>
    (await engine.terms.list(rule)).map((term) => `${term.rule} ${term.version} ${term.publishedAt}`);

  suite('create and publish', () => {
    test('HTTP shows a text that the API created, and the audit log names nobody', async () => {
      const written = { markdown: '# Cookies\r\n', locale: 'ES', note: 'First', translations: { fr: '# Témoins' } };
      const draft = await engine.terms.create('cookie', written);
      assert.deepEqual(
        [draft.state, draft.markdown, draft.locale, draft.note, draft.material, draft.version],
        ['draft', '# Cookies\n', 'es', 'First', true, null],
      );
      const published = await engine.terms.publish(draft.id);
      assert.deepEqual([published.version, published.publishedAt], [1, '2026-03-01T10:00:00.000Z']);
      const { body } = await http('GET', `/categories/cookie/terms/${draft.id}.json`);
      assert.deepEqual(
        [body['state'], body['description'], body['locale'], body['hash']],
        ['published', '# Cookies\n', 'es', hashOf('# Cookies\n')],
      );
      assert.deepEqual(await logged(), ['term_created null', 'translation_written null', 'term_published null']);
      assert.deepEqual(await engine.terms.publish(draft.id), published);
      assert.equal((await logged()).length, 3);
    });

    test('the API lists and publishes a text that an administrator wrote over HTTP', async () => {
      const { body } = await http('POST', '/categories/age/terms.json', { description: 'Be 16.' });
      assert.deepEqual(await shown(), ['age null null']);
      await engine.terms.publish(String(body['id']), { at: new Date('2026-04-01T00:00:00Z') });
      assert.deepEqual(await shown('age'), ['age 1 2026-04-01T00:00:00.000Z']);
      assert.deepEqual(await logged(), ['term_created admin', 'term_scheduled null']);
    });

    test('the list has every text in the order of the rules, drafts first and the newest version next', async () => {
      const ids: string[] = [];
      for (const number of Array.from({ length: 25 }).keys()) {
        clock = new Date(Date.parse('2026-03-01T10:00:00.000Z') + number * 1000);
        ids.push((await engine.terms.create('cookie', { markdown: `Text ${number}` })).id);
      }
      for (const id of ids.slice(0, 24)) await engine.terms.publish(id);
      await engine.terms.create('age', { markdown: 'Draft' });
      const all = await engine.terms.list();
      assert.deepEqual(
        all.map(({ rule, version }) => `${rule} ${version}`),
        ['cookie null', ...Array.from({ length: 24 }, (_, nth) => `cookie ${24 - nth}`), 'age null'],
      );
      assert.deepEqual(await engine.terms.list('unused'), []);
    });

    test('the audit log names nobody, also if a request of a person leads to the call', async () => {
      const nested = createPolicyEngine({
        database,
        rules: [
          {
            name: 'cookie',
            onAccept: async () => {
              await engine.terms.create('age', { markdown: 'x' });
            },
          },
        ],
        currentUser: () => ({ id: 'anna', record: null }),
      });
      const { id } = await engine.terms.create('cookie', { markdown: 'One' });
      await engine.terms.publish(id);
      const url = 'http://host.test/policies/user_terms/cookie/accept.json';
      assert.equal((await nested.fetch(new Request(url, { method: 'PUT' }))).status, 200);
      assert.equal((await logged()).at(-1), 'term_created null');
    });

    test('an unknown rule or id is not_found', async () => {
      for (const rule of ['none', '', '__proto__', 'constructor', "cookie' or 1=1 --"]) {
        await assert.rejects(engine.terms.list(rule), refused('not_found'));
        await assert.rejects(engine.terms.create(rule, { markdown: 'x' }), refused('not_found'));
      }
      await assert.rejects(engine.terms.publish('none'), refused('not_found'));
    });

    test('an invalid text is refused and leaves nothing', async () => {
      const cases: readonly (readonly [NewTerm, string, RegExp])[] = [
        [{ markdown: '' }, 'term_refused', /markdown: empty/],
        [{ markdown: ' \n\t' }, 'term_refused', /markdown: empty/],
        [{ markdown: 'x'.repeat(200_001) }, 'term_refused', /markdown: too_long/],
        [{ markdown: 'x'.repeat(5_000_000) }, 'term_refused', /markdown: too_long/],
        [{ markdown: 'a\0b' }, 'term_refused', /markdown: unreadable/],
        [{ markdown: '>'.repeat(5000) }, 'term_refused', /markdown: too_nested/],
        [{ markdown: 'x', note: 'n'.repeat(1001) }, 'term_refused', /note: too_long/],
        [{ markdown: 'x', translations: { en: 'y' } }, 'term_refused', /translations.en: language/],
        [{ markdown: 'x', locale: 'no tag' }, 'invalid_input', /locale: is not a language tag/],
        [{} as NewTerm, 'invalid_input', /markdown: /],
        [{ description: 'x' } as never, 'invalid_input', /description/],
        [{ markdown: 'x', material: 'false' } as never, 'invalid_input', /material: /],
        [null as never, 'invalid_input', /object/],
      ];
      for (const [given, code, message] of cases) {
        await assert.rejects(engine.terms.create('cookie', given), refused(code, message));
      }
      assert.deepEqual(await engine.terms.list(), []);
      assert.deepEqual(await logged(), []);
    });

    test('an invalid or past time does not publish', async () => {
      const { id } = await engine.terms.create('cookie', { markdown: 'x' });
      const past = { at: new Date('2020-01-01T00:00:00Z') };
      await assert.rejects(engine.terms.publish(id, past), refused('term_refused', /in the past/));
      await assert.rejects(engine.terms.publish(id, { at: new Date('soon') }), refused('invalid_input', /at: /));
      await assert.rejects(engine.terms.publish(id, { at: '2027-01-01' } as never), refused('invalid_input', /at: /));
      assert.deepEqual(await shown(), ['cookie null null']);
    });
  });

  suite('import', () => {
    test('texts keep their dates, languages and hashes, and HTTP shows them', async () => {
      assert.deepEqual(await engine.terms.import(OLD), { imported: 3, known: 0 });
      assert.deepEqual(await shown(), [
        'cookie 2 2021-03-04T10:11:12.000Z',
        'cookie 1 2019-04-30T22:00:00.000Z',
        'age 1 2018-01-01T00:00:00.000Z',
      ]);
      const { body } = await http('GET', '/user_terms/cookie.json');
      assert.equal(body['version'], 2);
      const { body: page } = await http('GET', '/categories/cookie/terms.json');
      const [second] = page['terms'] as Record<string, unknown>[];
      assert.deepEqual(
        [second?.['description'], second?.['locale'], second?.['note'], second?.['material'], second?.['hash']],
        ['Ponemos dos cookies.\n', 'es', 'One more', false, hashOf('Ponemos dos cookies.\n')],
      );
      assert.ok((await logged()).every((line) => line.endsWith(' null')));
      assert.equal((await logged()).filter((line) => line.startsWith('term_imported ')).length, 3);
      const { body: log } = await http('GET', '/audit.json?action=term_imported');
      assert.equal((log['entries'] as unknown[]).length, 3);
    });

    test('a repeated import changes nothing, and adds new texts', async () => {
      await engine.terms.import(OLD.slice(0, 2));
      const log = await logged();
      assert.deepEqual(await engine.terms.import(OLD.slice(0, 2)), { imported: 0, known: 2 });
      assert.deepEqual(await logged(), log);
      async function* stream() {
        yield* OLD;
      }
      assert.deepEqual(await engine.terms.import(stream()), { imported: 1, known: 2 });
      const [newest] = await engine.terms.list('cookie');
      const late = { description: 'Deux témoins.', late: true };
      const path = `/categories/cookie/terms/${newest?.id}/translations/fr.json`;
      assert.equal((await http('PUT', path, late)).status, 200);
      assert.deepEqual(await engine.terms.import(OLD), { imported: 0, known: 3 });
    });

    test('two simultaneous imports write each text once', async () => {
      const done = await Promise.allSettled([engine.terms.import(OLD), engine.terms.import(OLD)]);
      const imported = done.map((one) => (one.status === 'fulfilled' ? one.value.imported : String(one.reason)));
      assert.deepEqual(new Set(imported), new Set([0, 3]));
      assert.equal((await engine.terms.list()).length, 3);
    });

    test('decisions on imported texts are imported after them', async () => {
      await engine.terms.import(OLD);
      const decision = { user_id: '7', rule: 'cookie', decision: 'accepted', at: '2020-01-01T00:00:00Z' } as const;
      const report = await engine.importDecisions([{ ...decision, version: 1 }]);
      assert.equal(report.imported, 1);
      reader = '7';
      const { body } = await http('GET', '/user_terms/cookie.json');
      // Version 2 asks nobody again.
      assert.equal(body['state'], 'accepted');
    });

    test('an imported version moves a scheduled version to a later number', async () => {
      const { id } = await engine.terms.create('cookie', { markdown: 'Next' });
      await engine.terms.publish(id, { at: new Date('2027-01-01T00:00:00Z') });
      await engine.terms.import(OLD);
      assert.deepEqual((await shown('cookie'))[0], 'cookie 3 2027-01-01T00:00:00.000Z');
    });

    test('the first invalid row is named, and nothing is written', async () => {
      const [first] = OLD;
      assert.ok(first);
      const later = { rule: 'cookie', markdown: 'Two', publishedAt: '2022-01-01T00:00:00Z' };
      const cases: readonly (readonly [unknown, RegExp])[] = [
        [{ ...later, rule: 'none' }, /row 2 .*there is no rule "none"/],
        [{ ...later, hash: hashOf('Else\n') }, /row 2 .*hash: the hash of the canonical text is [0-9a-f]{64}/],
        [{ ...later, hash: 'abc' }, /row 2 .*hash: must be 64/],
        [{ ...later, publishedAt: '2019-04-30T22:00:00Z' }, /row 2 .*is not later than 2019-04-30T22:00:00.000Z/],
        [{ ...later, publishedAt: '2010-01-01T00:00:00Z' }, /row 2 .*is not later than/],
        [{ ...later, publishedAt: '2026-03-01T10:00:00.001Z' }, /row 2 .*in the future/],
        [{ ...later, publishedAt: '1969-12-31T00:00:00Z' }, /row 2 .*before 1970/],
        [{ ...later, publishedAt: '2022-01-01' }, /row 2 .*publishedAt: must be a Date/],
        [{ ...later, publishedAt: '2022-02-30T00:00:00Z' }, /row 2 .*publishedAt: must be a Date/],
        [{ ...later, publishedAt: new Date(Number.NaN) }, /row 2 .*publishedAt: must be a Date/],
        [{ ...later, version: 3 }, /row 2 .*version: 3 would be version 2/],
        [{ ...later, version: 0 }, /row 2 .*version: /],
        [{ ...later, markdown: '\n' }, /row 2 .*markdown: empty/],
        [{ ...later, markdown: 'x'.repeat(1_000_000) }, /row 2 .*markdown: too_long/],
        [{ ...later, markdown: 'half \ud800' }, /row 2 .*markdown: unreadable/],
        [{ ...later, locale: '' }, /row 2 .*locale: is not a language tag/],
        [{ ...later, published_at: 'x' }, /row 2 .*published_at/],
        [null, /row 2 /],
        ['cookie', /row 2 /],
      ];
      for (const [row, message] of cases) {
        const rows = [first, row, { ...later, rule: 'nowhere' }] as ImportedTerm[];
        await assert.rejects(engine.terms.import(rows), refused('import_refused', message));
      }
      assert.deepEqual(await engine.terms.list(), []);
      assert.deepEqual(await logged(), []);
    });

    test('a version in force neither changes nor gets another number', async () => {
      await engine.terms.import(OLD);
      const [first] = OLD;
      assert.ok(first);
      const { hash: _hash, ...other } = { ...first, markdown: 'Other words.' };
      await assert.rejects(engine.terms.import([other]), refused('import_refused', /row 1 .*with another text/));
      const { id } = await engine.terms.create('age', { markdown: 'Be 18.' });
      await engine.terms.publish(id);
      const between = { rule: 'age', markdown: 'Be 17.', publishedAt: '2019-01-01T00:00:00Z' };
      await assert.rejects(
        engine.terms.import([between]),
        refused('import_refused', /row 1 .*version 2 .*came into force later/),
      );
      assert.equal((await engine.terms.list()).length, 4);
    });
  });
});
