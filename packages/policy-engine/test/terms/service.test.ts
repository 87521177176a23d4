import assert from 'node:assert/strict';
import { before, beforeEach, suite, test } from 'node:test';
import { type Database, PolicyEngineError } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { rulesOf } from '../support/rules.ts';
import { TermsService } from '../../dist/modules/terms/service.js';
import { hashOf } from '../../dist/modules/terms/markdown/text.js';
import { testsAll } from '../../../../testing/rounds.ts';
import { forEachDatabase } from '../support/databases.ts';
import { engineNaming } from '../../dist/schema.js';

const rules = rulesOf([{ name: 'cookie' }, { name: 'age' }, { name: 'privacy_terms' }]);
const TANGLED: readonly [string, RegExp][] = [['**a'.repeat(60_000), /markdown: too_tangled/]];
const code = (expected: string, status: number) => (error: unknown) => {
  assert.ok(error instanceof PolicyEngineError, String(error));
  assert.equal(error.code, expected);
  assert.equal(error.status, status);
  return true;
};

forEachDatabase((target) => {
  let database: Database;
  let clock: Date;
  let terms: TermsService;

  const serviceOn = (db: Database) =>
    new TermsService({ database: db, naming: engineNaming(db.dialect), rules, now: () => clock, defaultLocale: 'en' });
  const publishText = (rule: string, markdown: string) => terms.createPublished(rule, { markdown });

  before(async () => {
    database = await target.open();
    await migrate(database);
  });

  beforeEach(async () => {
    await database.execute('delete from policy_manager_terms');
    clock = new Date('2026-03-01T10:00:00.000Z');
    terms = serviceOn(database);
  });

  suite('a text', () => {
    test('is a draft until it is published', async () => {
      const draft = await terms.createDraft('cookie', { markdown: 'We set two cookies.\r\n' });
      assert.deepEqual(draft, {
        id: draft.id,
        rule: 'cookie',
        state: 'draft',
        version: null,
        locale: 'en',
        markdown: 'We set two cookies.\n',
        hash: null,
        material: true,
        note: null,
        translations: [],
        publishedAt: null,
        createdAt: '2026-03-01T10:00:00.000Z',
        updatedAt: '2026-03-01T10:00:00.000Z',
      });
      assert.equal((await terms.current()).size, 0);
      clock = new Date('2026-03-02T10:00:00.000Z');
      const published = await terms.publish('cookie', draft.id);
      assert.deepEqual(published, {
        ...draft,
        state: 'published',
        version: 1,
        hash: hashOf('We set two cookies.\n'),
        publishedAt: '2026-03-02T10:00:00.000Z',
        updatedAt: '2026-03-02T10:00:00.000Z',
      });
      assert.deepEqual(await terms.currentOf('cookie'), { ...published, askedSince: 1 });
      assert.deepEqual(await terms.find('cookie', draft.id), published);
    });

    test('keeps fields that an update does not name', async () => {
      const draft = await terms.createDraft('age', { markdown: 'a', material: false, note: ' Shorter. ' });
      assert.equal(draft.note, 'Shorter.');
      clock = new Date('2026-03-02T10:00:00.000Z');
      const changed = await terms.updateDraft('age', draft.id, { markdown: 'b' });
      assert.deepEqual(changed, { ...draft, markdown: 'b\n', updatedAt: '2026-03-02T10:00:00.000Z' });
      assert.equal((await terms.updateDraft('age', draft.id, { note: '  ' })).note, null);
    });

    test('a text is stored unchanged: accents, emoji, quotes, the longest', async () => {
      for (const markdown of ['Señor “Ğüzel” 😀 \' " \\ % _ --\n', `${'é'.repeat(199_999)}\n`]) {
        const { id } = await terms.createDraft('age', { markdown });
        assert.equal((await terms.find('age', id)).markdown, markdown);
      }
    });

    test('an invalid text is refused', async () => {
      const refused: readonly [string, RegExp][] = [
        [' \n\t\n', /markdown: empty/],
        ['x'.repeat(200_000), /markdown: too_long/],
        ['a\0b', /markdown: unreadable/],
        ['a\ud800b', /markdown: unreadable/],
        ['>'.repeat(5000), /markdown: too_nested/],
        // It uses the whole time limit of a text, and none of it in the database.
        ...(target.dialect === 'sqlite' || testsAll ? TANGLED : []),
      ];
      for (const [markdown, message] of refused) {
        await assert.rejects(terms.createDraft('age', { markdown }), message);
        if (!message.source.includes('tangled') || testsAll)
          await assert.rejects(publishText('age', markdown), code('term_refused', 422));
      }
      await assert.rejects(terms.createDraft('age', { markdown: 'a', note: 'n'.repeat(1001) }), /note: too_long/);
      assert.equal((await terms.list('age')).total, 0);
    });
  });

  suite('a published text', () => {
    test('a published text can be neither changed nor deleted', async () => {
      const term = await publishText('cookie', 'One.');
      const other = { markdown: 'Two.' };
      await assert.rejects(terms.updateDraft('cookie', term.id, other), code('term_published', 409));
      await assert.rejects(terms.publish('cookie', term.id, { changes: other }), code('term_published', 409));
      await assert.rejects(terms.updateDraft('cookie', term.id, { material: false }), code('term_published', 409));
      await assert.rejects(terms.deleteDraft('cookie', term.id), code('term_published', 409));
      assert.deepEqual(await terms.find('cookie', term.id), term);
    });

    test('stays the same version if it is published again', async () => {
      const term = await publishText('cookie', 'One.');
      assert.deepEqual(await terms.publish('cookie', term.id), term);
      assert.deepEqual(await terms.publish('cookie', term.id, { changes: { markdown: 'One.  ' } }), term);
      assert.equal((await terms.list('cookie')).total, 1);
    });

    test('the published text is the one that was reviewed', async () => {
      const draft = await terms.createDraft('cookie', { markdown: 'Seen.' });
      const seen = terms.hash(draft);
      await terms.updateDraft('cookie', draft.id, { markdown: 'Unseen.' });
      await assert.rejects(terms.publish('cookie', draft.id, { seen }), code('term_changed', 409));
      assert.equal((await terms.find('cookie', draft.id)).state, 'draft');
      assert.equal((await terms.publish('cookie', draft.id, { seen: hashOf('Unseen.\n') })).version, 1);
    });
  });

  suite('in force', () => {
    test('the text in force is the newest published version of each rule, never a draft, never a future one', async () => {
      const first = await publishText('cookie', 'Old.');
      const second = await publishText('cookie', 'New.');
      await terms.createDraft('cookie', { markdown: 'Newest of all, but a draft.' });
      const age = await publishText('age', 'Sixteen.');
      clock = new Date('2026-03-05T00:00:00.000Z');
      await publishText('age', 'Eighteen, from the fifth on.');
      clock = new Date('2026-03-04T23:59:59.999Z');
      terms = serviceOn(database);
      assert.equal(first.version, 1);
      assert.deepEqual(
        await terms.current(),
        new Map([
          ['cookie', { ...second, askedSince: 2 }],
          ['age', { ...age, askedSince: 1 }],
        ]),
      );
      clock = new Date('2026-03-05T00:00:00.000Z');
      assert.equal((await terms.currentOf('age')).version, 2);
    });

    test('a rule without text has the error of the specification and does not affect others', async () => {
      await publishText('cookie', 'Cookies.');
      await terms.createDraft('age', { markdown: 'A draft is no text in force.' });
      await assert.rejects(terms.currentOf('age'), (error: unknown) => {
        assert.ok(error instanceof PolicyEngineError);
        assert.equal(error.reason, 'no term for age policy');
        return code('missing_term', 404)(error);
      });
      assert.equal((await terms.currentOf('cookie')).version, 1);
      await assert.rejects(terms.currentOf('unheard_of'), code('not_found', 404));
    });
  });

  suite('versions', () => {
    test(
      'are numbered consecutively, without duplicates, in eight concurrent publications',
      { timeout: 60_000 },
      async () => {
        await publishText('privacy_terms', 'The first.');
        const services = await Promise.all(Array.from({ length: 8 }, async () => serviceOn(await target.open())));
        const drafts = await Promise.all(
          services.map((_, index) => terms.createDraft('privacy_terms', { markdown: `Text ${index}` })),
        );
        const published = await Promise.all(
          services.map((service, index) => service.publish('privacy_terms', drafts[index]?.id ?? '')),
        );
        const versions = published.map(({ version }) => version ?? 0).toSorted((a, b) => a - b);
        assert.deepEqual(versions, [2, 3, 4, 5, 6, 7, 8, 9]);
        assert.equal((await terms.currentOf('privacy_terms')).version, 9);
      },
    );

    test('are created once for one draft that is published eight times at once', { timeout: 60_000 }, async () => {
      const draft = await terms.createDraft('cookie', { markdown: 'Once.' });
      const published = await Promise.all(Array.from({ length: 8 }, () => terms.publish('cookie', draft.id)));
      assert.deepEqual(new Set(published.map(({ version }) => version)), new Set([1]));
      assert.equal((await terms.list('cookie')).total, 1);
    });

    test('are not changed by an edit during their publication', async () => {
      const draft = await terms.createDraft('cookie', { markdown: 'What was read.' });
      await Promise.allSettled([
        terms.publish('cookie', draft.id, { seen: terms.hash(draft) }),
        terms.updateDraft('cookie', draft.id, { markdown: 'What was slipped in.' }),
      ]);
      const term = await terms.find('cookie', draft.id);
      assert.equal(term.markdown, term.state === 'published' ? 'What was read.\n' : 'What was slipped in.\n');
      if (term.state === 'published') assert.equal(term.hash, hashOf(term.markdown));
    });
  });

  suite('lists', () => {
    test('show drafts first, then versions, twenty on a page, in one order', async () => {
      for (let number = 1; number <= 21; number += 1) await publishText('cookie', `Text ${number}`);
      const older = await terms.createDraft('cookie', { markdown: 'Older draft' });
      clock = new Date('2026-03-02T10:00:00.000Z');
      const newer = await terms.createDraft('cookie', { markdown: 'Newer draft' });
      await publishText('age', 'Of another rule');
      const first = await terms.list('cookie');
      assert.deepEqual([first.page, first.pages, first.total, first.terms.length], [1, 2, 23, 20]);
      assert.deepEqual(
        first.terms.slice(0, 4).map(({ id, version }) => version ?? id),
        [newer.id, older.id, 21, 20],
      );
      assert.deepEqual(
        (await terms.list('cookie', 2)).terms.map(({ version }) => version),
        [3, 2, 1],
      );
      assert.deepEqual((await terms.list('cookie', 3)).terms, []);
      const drafts = await terms.drafts();
      assert.deepEqual([...drafts.keys()], ['cookie']);
      assert.deepEqual(
        drafts.get('cookie')?.map(({ id }) => id),
        [newer.id, older.id],
      );
    });

    test('a draft can be deleted, and then is gone', async () => {
      const draft = await terms.createDraft('cookie', { markdown: 'Never mind.' });
      assert.equal((await terms.deleteDraft('cookie', draft.id)).id, draft.id);
      await assert.rejects(terms.find('cookie', draft.id), code('not_found', 404));
      await assert.rejects(terms.deleteDraft('cookie', draft.id), code('not_found', 404));
    });

    test('refuse an ID of another rule and an unknown rule as not found', async () => {
      const draft = await terms.createDraft('cookie', { markdown: 'Cookies.' });
      for (const attempt of [
        () => terms.find('age', draft.id),
        () => terms.updateDraft('age', draft.id, {}),
        () => terms.publish('age', draft.id),
        () => terms.deleteDraft('age', draft.id),
        () => terms.list('unheard_of'),
        () => terms.createDraft('unheard_of', { markdown: 'x' }),
        () => publishText('__proto__', 'x'),
      ]) {
        await assert.rejects(attempt(), code('not_found', 404));
      }
      assert.equal((await terms.find('cookie', draft.id)).state, 'draft');
    });
  });
});
