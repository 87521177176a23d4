/** The module that the guide builds: its files compile unchanged, and the engine runs with it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { connectDatabase, type PolicyEngine, type PolicyEngineError } from 'policy-engine';
import { runCommandLine } from '../../dist/cli/run.js';
import { composeEngine } from '../../dist/engine.js';
import type { Module } from '../../dist/kernel/module.js';
import * as ownModules from '../../dist/modules.js';
import { startSmtp, type TestSmtp } from '../mail/support.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const GUIDE = readFileSync(path.join(ROOT, 'docs/add-a-module.md'), 'utf8');
/** Beside the compiled modules, where the imports of the guide resolve to their types. */
const FOLDER = path.join(import.meta.dirname, '../../dist/modules/surveys');

/** Writes the files of the guide, generates its texts, and compiles it. */
function build(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [, name = '', code = ''] of GUIDE.matchAll(/^```(?:tsx?|json) file=(\S+)\n(.*?)^```$/gms)) {
    const file = path.join(FOLDER, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/texts.ts'), path.join(FOLDER, 'texts')]);
  const base = path.join(ROOT, 'tsconfig.base.json');
  const compilerOptions = {
    composite: false,
    incremental: false,
    rootDir: '.',
    outDir: '.',
    jsx: 'react-jsx',
    jsxImportSource: 'hono/jsx',
  };
  writeFileSync(path.join(FOLDER, 'tsconfig.json'), JSON.stringify({ extends: base, compilerOptions, exclude: [] }));
  const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', FOLDER], { encoding: 'utf8', stdio: 'pipe' });
}

suite('the module of the guide', () => {
  let surveys: Module;
  let smtp: TestSmtp;
  const opened: PolicyEngine[] = [];
  const data = mkdtempSync(path.join(tmpdir(), 'sample-module-'));

  before(async () => {
    try {
      build();
    } catch (error) {
      assert.fail((error as { stdout?: string }).stdout ?? String(error));
    }
    ({ surveysModule: surveys } = (await import(path.join(FOLDER, 'module.js'))) as { surveysModule: Module });
    smtp = await startSmtp();
  });
  after(async () => {
    for (const engine of opened) {
      await engine.stop();
      await engine.database.close();
    }
    await smtp[Symbol.asyncDispose]();
    rmSync(FOLDER, { recursive: true, force: true });
    rmSync(data, { recursive: true, force: true });
  });

  const modules = () => [...Object.values(ownModules), surveys];

  async function engineWith(options: Readonly<Record<string, unknown>>, file = ':memory:'): Promise<PolicyEngine> {
    const engine = composeEngine(
      {
        database: await connectDatabase(file),
        rules: [{ name: 'cookie', sessionless: true }],
        currentUser: (request) => {
          const id = request.headers.get('x-user');
          return id === null ? null : { id, record: null };
        },
        isAdminMethod: ({ id }) => id === 'admin',
        mail: { transport: smtp.url },
        fromEmail: 'privacy@shop.example',
        adminEmailInbox: 'inbox@shop.example',
        publicOrigins: ['http://shop.example'],
        ...options,
      },
      modules(),
    );
    opened.push(engine);
    await engine.migrate();
    return engine;
  }

  function ask(engine: PolicyEngine, user: string, suffix: string, answer?: string): Promise<Response> {
    const headers = { 'x-user': user, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const init = answer === undefined ? {} : { method: 'POST', body: JSON.stringify({ answer }) };
    return engine.fetch(new Request(`http://shop.example/policies/surveys${suffix}`, { headers, ...init }));
  }

  test('has its table, its route and its page', async () => {
    const engine = await engineWith({ surveyQuestion: 'How was it?' });
    const answered = await ask(engine, 'anna', '.json', 'Well.');
    assert.equal(answered.status, 201);
    assert.deepEqual(await answered.json(), { answers: 1 });
    const page = await (await ask(engine, 'admin', '.html')).text();
    assert.match(page, /<h1[^>]*>How was it\?<\/h1>/);
    assert.match(page, /1 answer so far/);
    assert.match(page, /href="\/policies\/surveys"/, 'in the navigation');
    assert.equal((await ask(engine, 'anna', '.json')).status, 403);
    assert.ok(JSON.stringify(engine.openApiDocument()).includes('countSurveyAnswers'));
  });

  test('has an error of its own, with its status and its words', async () => {
    const response = await ask(await engineWith({}), 'anna', '.json', 'Well.');
    assert.equal(response.status, 409);
    const { code, detail } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual({ code, detail }, { code: 'survey_closed', detail: 'There is no survey at present.' });
  });

  test('has an option that is checked with the others', async () => {
    await assert.rejects(engineWith({ surveyQuestoin: 'How?' }), (error: PolicyEngineError) => {
      assert.deepEqual(
        error.problems.map(({ path: at }) => at),
        ['surveyQuestoin'],
      );
      return /surveyQuestion/.test(error.message);
    });
    await assert.rejects(engineWith({ surveyQuestion: 7 }), /surveyQuestion: /);
  });

  test('has a job that sends its mail, and a check', async () => {
    let now = new Date('2026-03-04T03:00:00Z');
    const engine = await engineWith({ surveyQuestion: 'How was it?', now: () => now });
    await engine.jobs.runDue();
    now = new Date('2026-03-05T05:00:00Z');
    await engine.jobs.runDue();
    const mail = smtp.mails.find((one) => one.header('subject')?.startsWith('Answers to the survey'));
    assert.equal(mail?.header('subject'), 'Answers to the survey: 0');
    const found = async (one: PolicyEngine) => (await one.check()).map(({ code }) => code);
    assert.ok(!(await found(engine)).includes('no_survey_question'));
    assert.ok((await found(await engineWith({}))).includes('no_survey_question'));
  });

  test('has a command', async () => {
    const file = path.join(data, 'app.db');
    const engine = await engineWith({ surveyQuestion: 'How was it?' }, file);
    await ask(engine, 'anna', '.json', 'Well.');
    const written: string[] = [];
    const terminal = { write: (text: string) => void written.push(text), writeError: assert.fail, env: {} };
    assert.equal(await runCommandLine(modules(), ['survey', 'count', '-d', file], terminal), 0);
    assert.deepEqual(written, ['1\n']);
  });

  test('needs one line outside its folder', () => {
    const [, line = ''] = /^```ts\n(export \{ surveysModule \} .*)\n^```$/m.exec(GUIDE) ?? [];
    const list = readFileSync(path.join(import.meta.dirname, '../../src/modules.ts'), 'utf8');
    assert.match(list, /^export \{ auditModule \} from '.\/modules\/audit\/module.ts';$/m);
    assert.equal(line, "export { surveysModule } from './modules/surveys/module.ts';");
  });
});
