/** Texts from a deployment: `engine.terms.deploy`, on every database, and `policy-engine publish`. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, suite, test } from 'node:test';
import type { PolicyEngine } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { runCommand } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((target) => {
  suite('engine.terms.deploy', () => {
    let engine: PolicyEngine;
    before(async () => {
      engine = createPolicyEngine({
        database: await target.open(),
        rules: [{ name: 'cookie' }, { name: 'age' }, { name: 'raced' }],
        currentUser: () => null,
      });
      await engine.migrate();
    });
    const short = (changes: Awaited<ReturnType<PolicyEngine['terms']['deploy']>>) =>
      changes.map(({ rule, outcome, version, added }) => [rule, outcome, version, ...added].join(' '));

    test('publishes changed texts as new versions, and leaves unchanged ones alone', async () => {
      const texts = [
        { rule: 'cookie', markdown: '# Cookies', translations: { fr: '# Témoins' } },
        { rule: 'age', markdown: 'Be 16.', locale: 'en' },
      ];
      assert.deepEqual(short(await engine.terms.deploy(texts, { dryRun: true })), [
        'cookie published 1',
        'age published 1',
      ]);
      assert.deepEqual(await engine.terms.list(), []);
      assert.deepEqual(short(await engine.terms.deploy(texts)), ['cookie published 1', 'age published 1']);
      // As an editor on another system writes it.
      const same = [{ rule: 'cookie', markdown: '# Cookies  \r\n' }, texts[1] ?? assert.fail()];
      assert.deepEqual(short(await engine.terms.deploy(same)), ['cookie unchanged 1', 'age unchanged 1']);
      const at = new Date(Date.now() + 86_400_000);
      const next = { rule: 'age', markdown: 'Be 18.', material: false, note: 'Two years more', at };
      const [changed] = await engine.terms.deploy([next]);
      assert.deepEqual([changed?.version, changed?.before, changed?.markdown], [2, 'Be 16.\n', 'Be 18.\n']);
      assert.deepEqual(short(await engine.terms.deploy([next])), ['age unchanged 2']);
      const [scheduled] = await engine.terms.list('age');
      assert.deepEqual(
        [scheduled?.material, scheduled?.note, scheduled?.publishedAt],
        [false, 'Two years more', at.toISOString()],
      );
    });

    test('adds a missing translation to a version, and creates a new version for a different one', async () => {
      const text = { rule: 'cookie', markdown: '# Cookies' };
      const more = { ...text, translations: { fr: '# Témoins', 'ES-mx': '# Galletas', de: '# Kekse' } };
      assert.deepEqual(short(await engine.terms.deploy([more], { dryRun: true })), ['cookie translated 1 de es-MX']);
      assert.deepEqual(short(await engine.terms.deploy([more])), ['cookie translated 1 de es-MX']);
      assert.deepEqual(short(await engine.terms.deploy([more])), ['cookie unchanged 1']);
      const [term] = await engine.terms.list('cookie');
      assert.deepEqual(
        term?.translations.map(({ locale, late }) => [locale, late]),
        [
          ['de', true],
          ['es-MX', true],
          ['fr', false],
        ],
      );
      assert.deepEqual(short(await engine.terms.deploy([{ ...text, translations: { fr: '# Cookies' } }])), [
        'cookie published 2',
      ]);
      assert.deepEqual(short(await engine.terms.deploy([{ ...text, locale: 'fr' }])), ['cookie published 3']);
    });

    test('names an invalid text, and writes nothing', async () => {
      const before = await engine.terms.list();
      const good = { rule: 'cookie', markdown: 'Another' };
      await assert.rejects(engine.terms.deploy([good, { rule: 'cokie', markdown: 'x' }]), {
        code: 'not_found',
        message: /"cokie".*cookie, age/,
      });
      await assert.rejects(engine.terms.deploy([good, { rule: 'age', markdown: ' ' }]), {
        code: 'term_refused',
        message: /^age: .*markdown: empty/,
      });
      const over = { rule: 'age', markdown: 'Be 21.', at: new Date('2020-01-01') };
      await assert.rejects(engine.terms.deploy([good, over]), { code: 'term_refused', message: /^age: .*past/ });
      await assert.rejects(engine.terms.deploy([{ ...good, not: 1 } as never]), { code: 'invalid_input' });
      assert.deepEqual(await engine.terms.list(), before);
    });

    test('publishes one version if several processes deploy at once', async () => {
      const texts = [{ rule: 'raced', markdown: 'Once' }];
      const all = await Promise.all(Array.from({ length: 5 }, () => engine.terms.deploy(texts)));
      const outcomes = all.flatMap(short).toSorted();
      assert.deepEqual(outcomes, ['raced published 1', ...Array.from({ length: 4 }, () => 'raced unchanged 1')]);
      assert.equal((await engine.terms.list('raced')).length, 1);
    });
  });
});

describe('policy-engine publish', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-publish-'));
  const texts = path.join(folder, 'texts');
  const module = path.join(folder, 'engine.mjs');
  before(() => {
    mkdirSync(texts);
    const host = import.meta.resolve('policy-engine');
    writeFileSync(
      module,
      `import { connectDatabase, createPolicyEngine } from ${JSON.stringify(host)};
       const database = await connectDatabase(${JSON.stringify(path.join(folder, 'app.db'))});
       export const engine = createPolicyEngine({ database, rules: [{ name: 'cookie' }, { name: 'terms' }], currentUser: () => null });
       await engine.migrate();`,
    );
  });
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(path.join(texts, name), text);
  let runs = 0;
  const publish = (...more: string[]) => {
    // A module is loaded once, and its engine is closed at the end of a command.
    const fresh = path.join(folder, `engine-${(runs += 1)}.mjs`);
    writeFileSync(fresh, `export * from ${JSON.stringify(`./engine.mjs?${runs}`)};`);
    return runCommand(['publish', texts, '--engine', fresh, ...more]);
  };

  test('publishes changed texts, shows the difference, and reports pending changes by its exit code', async () => {
    write('terms.md', '# Terms\n\nBe kind.\n\nPay.\n');
    write('terms.fr.md', '# Conditions\n');
    write('cookie.md', '---\nnote: The first\n---\n# Cookies\n');
    const planned = 'cookie: version 1 would be published\nterms: version 1 would be published\n';
    assert.deepEqual(await publish('--dry-run'), { status: 2, stdout: planned, stderr: '' });
    assert.deepEqual(await publish(), { status: 0, stdout: planned.replaceAll('would be', 'is'), stderr: '' });
    const unchanged = 'cookie: version 1, unchanged\nterms: version 1, unchanged\n';
    assert.deepEqual(await publish(), { status: 0, stdout: unchanged, stderr: '' });
    assert.deepEqual(await publish('--dry-run'), { status: 0, stdout: unchanged, stderr: '' });
    write(
      'terms.md',
      '---\nmaterial: false\nat: 2099-01-01T00:00:00+01:00\n---\n# Terms\n\nBe very kind.\n\nPay.\n\nSmile.\n',
    );
    write('cookie.es.md', '# Galletas\n');
    const { status, stdout } = await publish();
    assert.equal(status, 0);
    assert.equal(
      stdout,
      `cookie: version 1 is translated (es)
terms: version 2 is published, in force from 2098-12-31T23:00:00.000Z, asks nobody again
    # Terms
    ${''}
  - Be kind.
  + Be very kind.
    ${''}
    Pay.
  + ${''}
  + Smile.
`,
    );
  });

  test('creates the tables first with --migrate; without it, missing tables are an error that names the command to run', async (t) => {
    // A module that starts its engine runs no jobs beside the command, which would miss their tables.
    const logged = t.mock.method(console, 'error', () => {});
    const folderOfTexts = path.join(folder, 'first');
    mkdirSync(folderOfTexts);
    writeFileSync(path.join(folderOfTexts, 'cookie.md'), '# Cookies\n');
    const first = (...more: string[]) => {
      const fresh = path.join(folder, `first-${(runs += 1)}.mjs`);
      writeFileSync(
        fresh,
        `import { connectDatabase, createPolicyEngine } from ${JSON.stringify(import.meta.resolve('policy-engine'))};
         const database = await connectDatabase(${JSON.stringify(path.join(folder, 'first.db'))});
         export const engine = createPolicyEngine({ database, rules: [{ name: 'cookie' }], currentUser: () => null });
         engine.start();`,
      );
      return runCommand(['publish', folderOfTexts, '--engine', fresh, ...more]);
    };
    const missing = await first();
    assert.deepEqual([missing.status, missing.stdout], [1, '']);
    assert.match(missing.stderr, /tables of the engine are missing .*policy-engine migrate/);
    const refused = await first('--migrate', '--dry-run');
    assert.deepEqual(refused, {
      status: 1,
      stdout: '',
      stderr: 'policy-engine: --dry-run writes nothing: omit --migrate\n',
    });
    const made = await first('--migrate');
    assert.deepEqual([made.status, made.stderr], [0, '']);
    const lines = made.stdout.trimEnd().split('\n');
    assert.equal(lines.pop(), 'cookie: version 1 is published');
    assert.ok(lines.length > 0 && lines.every((line) => line.startsWith('applied ')), made.stdout);
    assert.equal((await first('--migrate')).stdout, 'cookie: version 1, unchanged\n');
    assert.equal(logged.mock.callCount(), 0);
  });

  test('names each invalid file, and writes nothing', async () => {
    const files: Array<[name: string, text: string, said: RegExp]> = [
      ['cookie.md', '---\nmaterial: maybe\n---\nx', /^cookie\.md: material /m],
      ['late.fr.md', 'x', /^late\.fr\.md: there is no late\.md that it translates$/m],
      ['open.md', '---\nnote: x\n', /^open\.md: the front matter has no end/m],
      ['terms.md', '---\nat: tomorrow\n---\nx', /^terms\.md: at must be a time with its zone/m],
      ['terms.fr.md', '---\nnote: x\n---\nx', /^terms\.fr\.md: /m],
      ['yaml.md', '---\n{\n---\nx', /^yaml\.md: /m],
    ];
    for (const [name, text] of files) write(name, text);
    const { status, stdout, stderr } = await publish();
    assert.deepEqual([status, stdout], [1, '']);
    for (const [, , said] of files) assert.match(stderr, said);
    for (const [name] of files) rmSync(path.join(texts, name));
    rmSync(path.join(texts, 'cookie.es.md'));
    write('cookies.md', 'x');
    const unknown = await publish();
    assert.equal(unknown.status, 1);
    assert.match(unknown.stderr, /there is no rule "cookies" \(known: cookie, terms\)/);
    rmSync(path.join(texts, 'cookies.md'));
    assert.match((await publish()).stderr, /contains no text such as RULE\.md/);
  });
});
