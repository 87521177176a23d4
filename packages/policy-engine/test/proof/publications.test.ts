/** Texts are in the ledger from when they are in force; any later change is detected. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { verifyReceipt } from 'policy-engine/ledger';
import { Audit } from '../../dist/modules/audit/service.js';
import { rulesOf } from '../support/rules.ts';
import { TermsService } from '../../dist/modules/terms/service.js';
import { hashOf } from '../../dist/modules/terms/markdown/text.js';
import { engineNaming } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { decide, empty, engineOn, handsOn, newKeys } from './support.ts';

const keys = newKeys();
const START = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE = 60_000;

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let texts: TermsService;
  let clock = new Date(START);
  const after = (minutes: number) => new Date(START + minutes * MINUTE);

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: keys.secret, now: () => clock });
    await engine.migrate();
    const shared = { database, naming: engineNaming(database.dialect), now: () => clock };
    const rules = rulesOf([{ name: 'age' }, { name: 'cookie' }]);
    texts = new TermsService({ ...shared, rules, defaultLocale: 'en', audit: new Audit(shared) });
  });
  beforeEach(async () => {
    await empty(database);
    for (const table of ['term_translations', 'terms']) await database.execute(`delete from policy_manager_${table}`);
    clock = new Date(START);
  });

  const { rowsOf, set, insert } = handsOn(() => database);
  const publications = () => rowsOf('ledger_events', "kind = 'publication' order by sealed");
  const findings = async () => {
    const { findings: found } = await engine.ledger.verify();
    return found.filter(({ code }) => code.startsWith('publication_'));
  };
  const codes = async () => (await findings()).map(({ code }) => code);
  const sealedText = async () => {
    const term = await texts.createPublished('age', {
      markdown: '# Age\n',
      note: 'Anew',
      translations: { fr: '# Âge\n' },
    });
    await engine.ledger.seal();
    assert.deepEqual(await codes(), []);
    return { term, row: `id = '${term.id}'` };
  };

  test('a text is sealed before the decisions on it, also without any decision', async () => {
    const term = await texts.createPublished('age', { markdown: '# Age\n', translations: { fr: '# Âge\n' } });
    const { events, checkpoint } = await engine.ledger.seal();
    assert.equal(events, 0);
    assert.equal(checkpoint?.size, 4, 'with three entries of the administrators’ log');
    assert.equal((await engine.ledger.seal()).checkpoint, null, 'once');
    await texts.createPublished('cookie', { markdown: '# Cookies\n' });
    await decide(engine, 'anna', 'cookie');
    await engine.ledger.seal();
    const [first, second] = await publications();
    const [decision] = await rowsOf('ledger_events', "kind = 'decision'");
    assert.ok(Number(second!['sealed']) < Number(decision!['sealed']));
    const record = {
      locale: 'en',
      material: 1,
      note: null,
      translations: JSON.stringify({ fr: hashOf('# Âge\n') }),
    };
    const aboutHash = createHash('sha256').update(JSON.stringify(record)).digest('hex');
    const { rule, version, text_hash, decision: decided, how, at, about, about_hash } = first!;
    assert.deepEqual(
      { rule, version, text_hash, decided, how, at, about, about_hash },
      {
        rule: 'age',
        version: 1,
        text_hash: hashOf('# Age\n'),
        decided: null,
        how: 'sealer',
        at: clock.toISOString(),
        about: term.id,
        about_hash: aboutHash,
      },
    );
    const receipt = (await engine.ledger.receipt(String(first!['id'])))!;
    assert.deepEqual(verifyReceipt(receipt, keys.public).problems, []);
    assert.equal(receipt.text?.words, '# Age\n');
    assert.deepEqual((await engine.ledger.verify()).findings, []);
  });

  for (const { column, value, message } of [
    {
      column: 'published_at',
      value: '2025-01-01T00:00:00.000Z',
      message: /^the text of age, version 1, in en was published for 2026-03-01T12:00:00.000Z, and now says 2025-01-01/,
    },
    { column: 'hash', value: 'a'.repeat(64), message: /was published with another text: see event 0$/ },
    { column: 'version', value: 4, message: /was published as version 1 of age: see event 0$/ },
    { column: 'rule', value: 'cookie', message: /was published as version 1 of age: see event 0$/ },
    { column: 'note', value: 'Nothing', message: /was published in other languages, or with another note or weight/ },
    { column: 'material', value: 0, message: /was published in other languages, or with another note or weight/ },
    { column: 'locale', value: 'de', message: /was published in other languages, or with another note or weight/ },
    { column: 'logged', value: 2, message: /has event 0, and says that it has 2$/ },
    { column: 'logged', value: null, message: /has event 0, and says that it has none$/ },
    { column: 'state', value: 'draft', message: /^what event 0 was made of is not there any more: the text of age/ },
  ]) {
    test(`a changed ${column}, ${value}, of a text in force is found`, async () => {
      const { row } = await sealedText();
      await set('terms', column, value, row);
      const [first] = await findings();
      assert.match(first?.message ?? '', message);
      // Also if the sealer reads it again.
      if (column === 'logged') return;
      await set('terms', 'logged', null, row);
      await engine.ledger.seal();
      assert.notDeepEqual(await codes(), []);
    });
  }

  test('a missing text is detected, even without decisions on it', async () => {
    const { term } = await sealedText();
    await database.execute(`delete from policy_manager_term_translations where term_id = '${term.id}'`);
    await database.execute(`delete from policy_manager_terms where id = '${term.id}'`);
    assert.deepEqual(await codes(), ['publication_missing']);
  });

  test('a text that claims an event is detected, and one without an event waits for the sealer', async () => {
    const { row } = await sealedText();
    const [copied] = await rowsOf('terms', row);
    await insert('terms', { ...copied, id: 'copy', version: 2, logged: 0 });
    const [added, ...others] = await findings();
    assert.deepEqual([added?.code, others], ['publication_added', []]);
    assert.match(added!.message, /version 2, in en says that event 0 was made of it, which was not$/);
    await set('terms', 'logged', null, "id = 'copy'");
    assert.deepEqual([await codes(), (await engine.ledger.verify()).pending], [[], 1]);
  });

  describe('a translation', () => {
    const ofLate = async () => {
      const { term } = await sealedText();
      await texts.translate('age', term.id, { locale: 'es', markdown: '# Edad\n', late: true });
      await engine.ledger.seal();
      assert.deepEqual(await codes(), []);
      return term;
    };

    test('a translation published with the text can’t be changed, removed or turned into a later one', async () => {
      const { term } = await sealedText();
      const row = `term_id = '${term.id}'`;
      await set('term_translations', 'hash', 'b'.repeat(64), row);
      assert.deepEqual(await codes(), ['publication_changed']);
      await set('term_translations', 'hash', hashOf('# Âge\n'), row);
      await set('term_translations', 'late', 1, row);
      assert.deepEqual(await codes(), ['publication_changed']);
      await database.execute(`delete from policy_manager_term_translations where ${row}`);
      assert.deepEqual(await codes(), ['publication_changed']);
    });

    test('a translation added later has its own event', async () => {
      const term = await ofLate();
      const [, event] = await publications();
      const [row] = await rowsOf('term_translations', 'late = 1');
      const record = JSON.stringify({ locale: 'es', translation_of: term.id });
      const { about, about_hash, text_hash, version } = event!;
      assert.deepEqual(
        { about, about_hash, text_hash, version },
        {
          about: row!['id'],
          about_hash: createHash('sha256').update(record).digest('hex'),
          text_hash: hashOf('# Edad\n'),
          version: 1,
        },
      );
      assert.equal(row!['logged'], event!['sealed']);
    });

    test('a translation added later can’t be changed or removed', async () => {
      await ofLate();
      for (const [column, value, code] of [
        ['hash', 'b'.repeat(64), 'publication_changed'],
        ['created_at', '2025-01-01T00:00:00.000Z', 'publication_changed'],
        ['locale', 'de', 'publication_changed'],
        ['logged', null, 'publication_changed'],
        ['late', 0, 'publication_missing'],
      ] as const) {
        const [before] = await rowsOf('term_translations', "locale <> 'fr'");
        const row = `id = '${String(before!['id'])}'`;
        await set('term_translations', column, value, row);
        assert.ok((await codes()).includes(code), column);
        await set('term_translations', column, before![column], row);
        assert.deepEqual(await codes(), [], column);
      }
      await database.execute('delete from policy_manager_term_translations where late = 1');
      assert.deepEqual(await codes(), ['publication_missing']);
    });
  });

  describe('a scheduled text', () => {
    test('is sealed once it is in force, with the number and the text that it has then', async () => {
      const next = await texts.createPublished('age', { markdown: '# Next\n' }, { at: after(60) });
      await engine.ledger.seal();
      await texts.createPublished('age', { markdown: '# Now\n' });
      const other = await texts.createPublished('age', { markdown: '# Never\n' }, { at: after(90) });
      await texts.takeBack('age', other.id);
      await engine.ledger.seal();
      assert.deepEqual(
        (await publications()).map(({ version, text_hash }) => [version, text_hash]),
        [[1, hashOf('# Now\n')]],
      );
      clock = after(60);
      await engine.ledger.seal();
      const [, second] = await publications();
      assert.deepEqual([second!['about'], second!['version'], second!['at']], [next.id, 2, after(60).toISOString()]);
      assert.deepEqual((await engine.ledger.verify()).findings, []);
    });

    test('a sealed scheduled text is neither cancelled nor renumbered by a host whose clock is behind', async () => {
      const { id } = await texts.createPublished('age', { markdown: '# Next\n' }, { at: after(1) });
      clock = after(1);
      await engine.ledger.seal();
      clock = new Date(START);
      await assert.rejects(texts.takeBack('age', id), { code: 'term_published' });
      await assert.rejects(texts.createPublished('age', { markdown: '# Before\n' }), { code: 'term_published' });
      assert.deepEqual((await engine.ledger.verify()).findings, []);
    });
  });
});
