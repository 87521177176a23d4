/** The command `policy-engine`. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { helpOf } from '../../dist/cli/help.js';
import { commandsOf } from '../../dist/cli/run.js';
import * as ownModules from '../../dist/modules.js';
import { runCommand } from '../support/command.ts';

const commands = commandsOf(Object.values(ownModules));
const CLI = path.join(import.meta.dirname, '../../bin/policy-engine.js');
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-cli-'));
after(() => rmSync(folder, { recursive: true }));

/** The command in its own process, as a shell starts it. */
function runProcess(args: string[], env: Record<string, string> = {}) {
  const inherited = { ...process.env };
  delete inherited['DATABASE_URL'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    env: { ...inherited, ...env },
  });
  return { status, stdout, stderr };
}

function tablesOf(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
    return rows.map((row) => String(row['name']));
  } finally {
    database.close();
  }
}

test('migrate creates the tables, and reports them as existing the second time', async () => {
  const file = path.join(folder, 'a.db');
  const first = runProcess(['migrate'], { DATABASE_URL: file });
  assert.deepEqual([first.status, first.stderr], [0, '']);
  assert.match(first.stdout, /^applied database-0001-secrets\n/);
  assert.ok(tablesOf(file).includes('policy_manager_user_terms'));
  assert.deepEqual(await runCommand(['migrate', '--database', file]), {
    status: 0,
    stdout: 'The tables are up to date.\n',
    stderr: '',
  });
});

test('the command has the same output and exit code in its own process as in this one', async () => {
  for (const args of [['migrat'], ['ledger', '--help']]) assert.deepEqual(runProcess(args), await runCommand(args));
});

test('migrate --status only reports what is pending', async () => {
  const file = path.join(folder, 'b.db');
  new DatabaseSync(file).close();
  assert.match((await runCommand(['migrate', '--status', '-d', file])).stdout, /^pending database-0001-secrets\n/);
  assert.deepEqual(tablesOf(file), []);
});

test('migrate --prefix names the tables', async () => {
  const file = path.join(folder, 'c.db');
  assert.equal((await runCommand(['migrate', '-d', file, '--prefix', 'privacy_'])).status, 0);
  assert.ok(tablesOf(file).includes('privacy_terms'));
});

for (const dialect of ['sqlite', 'postgres', 'mysql']) {
  test(`migrate --sql ${dialect} prints the statements and needs no database`, async () => {
    const { status, stdout } = await runCommand(['migrate', '--sql', dialect]);
    assert.equal(status, 0);
    assert.match(stdout, /create table/i);
    assert.match(stdout, /policy_manager_portability_requests/);
  });
}

for (const [name, args, message] of [
  ['no database', ['migrate'], /specify the database with --database or DATABASE_URL/],
  [
    'an unknown command',
    ['migrat'],
    /unknown command "migrat"; the commands are doctor, erasure replay, explain, export verify, import, init, ledger cosign, ledger key, ledger repair, ledger restore, ledger verify, ledger verify-receipt, map check, map init, map inventory, migrate, publish, take-over, witness, witness key, work/,
  ],
  [
    'a command without its second word',
    ['ledger'],
    /: ledger needs cosign or key or repair or restore or verify or verify-receipt$/m,
  ],
  [
    'an unknown command with a known first word',
    ['export', 'it'],
    /unknown command "export it"; export needs verify$/m,
  ],
  ['help for an unknown command', ['nonsense', '--help'], /unknown command "nonsense"/],
  [
    'an option of another command',
    ['work', '--engine', 'x.js', '--checkpoint', 'y'],
    /work has no option --checkpoint; see/,
  ],
  ['an unexpected argument', ['migrate', 'up'], /migrate takes no "up"/],
  ['an unknown option', ['migrate', '--databse', 'x'], /--databse/],
  ['an unknown dialect', ['migrate', '--sql', 'oracle'], /--sql takes sqlite, postgres or mysql/],
  ['an invalid table prefix', ['migrate', '-d', ':memory:', '-p', 'x; drop table'], /prefix/i],
  ['a database that does not answer', ['migrate', '-d', 'postgres://nobody@127.0.0.1:1/x'], /ECONNREFUSED/],
] as const) {
  test(`${name} prints one line and has exit code 1`, async () => {
    const { status, stdout, stderr } = await runCommand([...args]);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  });
}

test('--help lists the commands; --help of a command lists its options and an example', async () => {
  const all = await runCommand(['--help']);
  assert.equal(all.status, 0);
  for (const command of commands.all) {
    const { name } = command;
    assert.match(all.stdout, new RegExp(`^  ${name}  `, 'm'));
    const shape = new RegExp(`^Usage: policy-engine ${name} [^]*Example:\\n  npx --offline policy-engine ${name} .`);
    assert.match(helpOf(command), shape);
  }
  const verify = await runCommand(['ledger', 'verify', '-h']);
  assert.deepEqual(verify, { status: 0, stdout: helpOf(commands.find(['ledger', 'verify'])!), stderr: '' });
  assert.match(verify.stdout, /--checkpoint FILE/);
  assert.doesNotMatch(verify.stdout, /--sql|--engine|--dry-run/);
  const ledger = (await runCommand(['ledger', '--help'])).stdout;
  assert.match(ledger, /ledger verify {2}[^]*ledger verify-receipt/);
  assert.doesNotMatch(ledger, /migrate/);
});

test('explain lists every code with its status, and prints the page about one', async () => {
  const all = await runCommand(['explain']);
  assert.equal(all.status, 0);
  assert.match(all.stdout, /^database_busy {17}503 {2}Other writers [^]*^webhook_refused {15}400 {2}\w/m);
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/errors/not_migrated.md'), 'utf8');
  for (const named of ['not_migrated', 'https://policy-engine.example/errors/not_migrated']) {
    assert.deepEqual(await runCommand(['explain', named]), { status: 0, stdout: page, stderr: '' });
  }
});

for (const [name, args, message] of [
  ['a misspelt code', ['databse_busy'], 'there is no error code "databse_busy"; did you mean database_busy?'],
  ['a path', ['../../README'], 'there is no error code "README";'],
  ['a path with backslashes', ['..\\..\\README'], 'there is no error code "..\\\\..\\\\README";'],
] as const) {
  test(`explain reports that ${name} is not an error code`, async () => {
    const stderr = `policy-engine: ${message} "policy-engine explain" lists all codes\n`;
    assert.deepEqual(await runCommand(['explain', ...args]), { status: 1, stdout: '', stderr });
  });
}

test('explain accepts exactly one code', async () => {
  assert.match((await runCommand(['explain', 'not_found', 'job_lost'])).stderr, /: explain takes one code; without/);
});

test('the reference has each command with its description', () => {
  const reference = readFileSync(path.join(import.meta.dirname, '../../docs/reference.md'), 'utf8');
  const rows = Array.from(reference.matchAll(/^\| `([a-z -]+)` +\| (.+?) +\|$/gm), ([, name, summary]) => [
    name,
    summary,
  ]);
  assert.deepEqual(
    rows.filter(([name]) => commands.find((name ?? '').split(' '))?.name === name),
    commands.all.map(({ name, summary }) => [name, summary]),
  );
});

test('commands that only read a database do not create one for a mistyped path', async () => {
  const file = path.join(folder, 'ap.db');
  for (const [args, status] of [
    [['doctor'], 1],
    [['migrate', '--status'], 1],
    [['ledger', 'verify'], 2],
  ] as const) {
    const answer = await runCommand([...args, '--database', `file:${file}`]);
    assert.deepEqual(answer, {
      status,
      stdout: '',
      stderr: `policy-engine: no database at ${file}; see "policy-engine explain database_url_refused"\n`,
    });
  }
  assert.equal(existsSync(file), false);
});

test('ledger verify of a database without tables says to migrate', async () => {
  const file = path.join(folder, 'b.db');
  const { status, stderr } = await runCommand(['ledger', 'verify', '-d', file]);
  assert.equal(status, 2, 'nothing was checked');
  assert.match(
    stderr,
    /^policy-engine: The tables .*no such table.*`npx --offline policy-engine migrate --database URL`\. See "policy-engine explain not_migrated"\n$/,
  );
});

test('a command whose reader has ended, as in `policy-engine explain | head`, ends without an error', async () => {
  const child = spawn(process.execPath, [CLI, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // Before it writes anything.
  child.stdout.destroy();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [status] = (await once(child, 'close')) as [number];
  assert.deepEqual([status, errors], [0, '']);
});
