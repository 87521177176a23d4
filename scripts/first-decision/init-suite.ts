/** `policy-engine init` in a project: what it shows, what it writes, that a second run changes nothing, and a decision in a browser. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { stretched } from '../../testing/load.ts';
import { root } from '../build.ts';
import { FreshFolder } from './fresh-folder.ts';
import { countedLines } from './recipe.ts';
import { answers, decide, type Tools } from './suite.ts';

/** A project before `init`. */
export interface InitProject {
  readonly name: string;
  /** Files that are copied into the empty folder; the result must be `examples/<name>`. */
  readonly app?: string;
  /** Commands that create the project instead. */
  readonly commands?: readonly string[];
  /** Files that are written after them. */
  readonly files?: Readonly<Record<string, string>>;
  readonly start: string;
}

/** What is neither written by a person nor by `init`. */
const MADE =
  /(?:^|\/)(?:node_modules|build|dist|package-lock\.json|app\.db.*|first-receipt\.json|receipt\.json|\.\w[^/]*)(?:\/|$)/;
const TARBALL = '../policy-engine-and-page-renderer/packed/policy-engine-0.1.0.tgz';

/** Declares the test of a project. */
export function initIn(project: InitProject, { tarballs, browser }: Tools): void {
  void test(project.name, async () => {
    const begun = performance.now();
    await using folder = await FreshFolder.create(tarballs);
    if (project.app !== undefined) cpSync(project.app, folder.app, { recursive: true });
    for (const command of project.commands ?? []) await folder.type(command);
    for (const [file, text] of Object.entries(project.files ?? {})) folder.write({ path: file, text });
    await folder.type(`npm install --no-audit --no-fund ${TARBALL}`);
    const before = filesIn(folder.app);
    const shown = await folder.end('npx --offline policy-engine init --dry-run');
    assert.equal(shown.code, 2, shown.output);
    assert.deepEqual(filesIn(folder.app), before, 'a dry run writes nothing');
    assert.doesNotMatch(shown.output, /^!!!/m, shown.output);
    const said = await folder.type('echo y | npx --offline policy-engine init');
    const seconds = Math.round((performance.now() - begun) / 1000);
    assert.match(said, /^The receipt is valid, under checkpoint \d+ of /m);
    assert.ok(seconds <= stretched(60_000) / 1000, `${seconds} s to the first verified receipt`);
    const made = filesIn(folder.app);
    for (const file of Object.keys(made)) {
      if (before[file] !== made[file])
        assert.ok(shown.output.includes(file) || file.endsWith('data-rules.ts'), `${file} was not shown`);
    }
    if (project.app !== undefined) isExample(project.name, made);
    const again = await folder.type('npx --offline policy-engine init --yes');
    assert.match(again, /^No file needs a change\.$/m);
    assert.match(again, /^The receipt is valid/m);
    assert.deepEqual(filesIn(folder.app), made, 'the second run changes nothing');
    await runs(project, folder, browser);
    const lines = Object.entries(made).reduce(
      (sum, [file, text]) => sum + text.split('\n').length - (before[file] ?? '').split('\n').length,
      0,
    );
    report({ name: project.name, lines, seconds });
  });
}

/** Builds and starts the project, decides in the browser, and verifies the receipt of this decision. */
async function runs({ start }: InitProject, folder: FreshFolder, browser: Tools['browser']): Promise<void> {
  const { scripts } = JSON.parse(folder.read('package.json').toString()) as { scripts: Record<string, string> };
  if (scripts['build'] !== undefined) await folder.type('npm run build');
  const server = folder.start(start);
  try {
    await answers(folder.port, server);
    await decide(browser(), folder);
    const engine =
      globSync('{.,app,src,src/lib/server,server/utils}/engine{,.server}.{mjs,js,ts}', { cwd: folder.app })[0] ?? '';
    assert.match(
      await folder.type(`npx --offline policy-engine ledger verify-receipt receipt.json --engine ${engine}`),
      /^The receipt is valid/m,
    );
  } catch (error) {
    throw new Error(`${String(error)}\n\n$ ${start}\n${server.said()}`, { cause: error });
  }
}

/** The texts of the files that a person or `init` wrote. */
function filesIn(folder: string): Record<string, string> {
  const names = globSync('**/*', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !MADE.test(name) && statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** The example of a host is what `init` makes of its app; `UPDATE_GENERATED=1` writes it. */
function isExample(name: string, made: Record<string, string>): void {
  const example = path.join(root, 'examples', name);
  const texts = Object.fromEntries(
    Object.entries(made).map(([file, text]) => [
      file,
      text.replace(/file:[^"]*\/(?=policy-engine-0\.1\.0\.tgz)/, 'file:../../packed/'),
    ]),
  );
  if (process.env['UPDATE_GENERATED'] === '1') {
    rmSync(example, { recursive: true, force: true });
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(path.dirname(path.join(example, file)), { recursive: true });
      appendFileSync(path.join(example, file), text);
    }
  }
  assert.deepEqual(texts, filesIn(example), 'UPDATE_GENERATED=1 npm run test:compat -- init');
  const lines = Object.entries(texts).reduce((sum, [file, text]) => sum + countedLines({ path: file, text }), 0);
  assert.ok(lines <= 60, `examples/${name} has ${lines} lines`);
}

function report(measured: { readonly name: string; readonly lines: number; readonly seconds: number }): void {
  const results = process.env['COMPAT_RESULTS'];
  if (results === undefined) process.stdout.write(`${JSON.stringify(measured)}\n`);
  else appendFileSync(results, `${JSON.stringify(measured)}\n`);
}
