/** Decisions by language: each number is that of the ledger's list, also after an erasure, and however many there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { addUpDecisions, ROLLUP_LAG } from '../../dist/modules/consent/figures/rollup.js';
import { engineNaming } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';

const HTML = { headers: { accept: 'text/html', 'accept-language': 'en' } };
/** The number up to which lists count. */
const MANY = 10_001;

forEachDatabase((target) => {
  test('decisions by language lead to as many entries of the ledger, before and after an erasure', async () => {
    const database = await target.open();
    await using made = await getTestEngine<string>({ database, rules: [{ name: 'cookie' }, { name: 'age' }] });
    const admin = made.as('admin');
    for (const rule of ['cookie', 'age']) {
      await admin.json('POST', `/policies/categories/${rule}/terms.json`, { description: rule, state: 'published' });
    }
    for (const [user, language, verb] of [
      ['anna', 'de', 'accept'],
      ['ben', 'de', 'reject'],
      ['carla', 'fr', 'accept'],
    ] as const) {
      for (const rule of ['cookie', 'age']) {
        const headers = { 'accept-language': language };
        const path = `/policies/user_terms/${rule}/${verb}.json`;
        assert.equal((await made.as(user).fetch(path, { method: 'PUT', headers })).status, 200);
      }
    }
    const list = async (query: string) =>
      (await admin.json('GET', `/policies/ledger.json?${query}`)).body as {
        total: number;
        events: readonly { id: string; subject: string | null }[];
      };
    /** Number of decisions by language; each is compared with its list. */
    const byLanguage = async (query = '') => {
      const page = await (await admin.fetch(`/policies/consent/figures${query}`, HTML)).text();
      const found: Record<string, number> = {};
      for (const [, href = '', count] of page.matchAll(/<a href="[^"]*\/ledger\?([^"]*language=[^"]*)">([\d,]+)</g)) {
        const asked = href.replaceAll('&amp;', '&');
        assert.equal((await list(asked)).total, Number(count), asked);
        const filters = new URLSearchParams(asked);
        if (filters.get('decision') === null) found[filters.get('language') ?? ''] = Number(count);
      }
      return found;
    };
    assert.deepEqual(await byLanguage(), { de: 4, fr: 2 });
    assert.deepEqual(await byLanguage('?rule=cookie'), { de: 2, fr: 1 });

    const naming = engineNaming(database.dialect);
    await addUpDecisions({ database, naming, now: () => new Date(Date.now() + 2 * ROLLUP_LAG) });
    assert.deepEqual(await byLanguage(), { de: 4, fr: 2 }, 'added up');
    await made.engine.ledger.erase('anna');
    assert.deepEqual(await byLanguage(), { de: 2, unknown: 2, fr: 2 }, 'after an erasure of what is added up');
    assert.equal((await made.as('dora').json('PUT', '/policies/user_terms/age/accept.json')).status, 200);
    await made.engine.ledger.erase('dora');
    await made.engine.ledger.erase('ben');
    assert.deepEqual(await byLanguage(), { unknown: 5, fr: 2 }, 'a language without decisions is left out');

    // Of a person in a language, and of a language that is frequent: reading starts elsewhere.
    assert.equal((await list('q=carla&language=fr')).total, 2);
    assert.equal((await list('q=carla&language=de')).total, 0);
    const few = await list('language=fr');
    for (let at = 0; at < MANY; at += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => `('other-${at + index}', '', '', 'fr')`);
      await database.execute(
        `insert into policy_manager_ledger_identities (event_id, subject_salt, circumstances_salt, locale) values ${rows.join(', ')}`,
      );
    }
    const today = new Date().toISOString().slice(0, 10);
    for (const query of ['language=fr', `language=fr&from=${today}&days=utc`, 'language=fr&kind=all']) {
      const { total, events } = await list(query);
      assert.deepEqual([total, events.map(({ id }) => id)], [2, few.events.map(({ id }) => id)], query);
    }
    assert.equal((await list('language=fr&decision=rejected')).total, 0);
  });
});
