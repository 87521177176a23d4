/** The command `policy-engine`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

const CLI = path.join(import.meta.dirname, '../../bin/policy-engine.js');
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-cli-'));
after(() => rmSync(folder, { recursive: true }));

function run(args: string[], env: Record<string, string> = {}) {
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

test('migrate creates the tables, and a second time finds them there', () => {
  const file = path.join(folder, 'a.db');
  const first = run(['migrate'], { DATABASE_URL: file });
  assert.deepEqual([first.status, first.stderr], [0, '']);
  assert.match(first.stdout, /^applied 0001-policy-tables\n/);
  assert.ok(tablesOf(file).includes('policy_manager_user_terms'));
  assert.deepEqual(run(['migrate', '--database', file]), {
    status: 0,
    stdout: 'The tables are up to date.\n',
    stderr: '',
  });
});

test('--status only says what is to be done', () => {
  const file = path.join(folder, 'b.db');
  assert.match(run(['migrate', '--status', '-d', file]).stdout, /^pending 0001-policy-tables\n/);
  assert.deepEqual(tablesOf(file), []);
});

test('--prefix names the tables', () => {
  const file = path.join(folder, 'c.db');
  assert.equal(run(['migrate', '-d', file, '--prefix', 'privacy_']).status, 0);
  assert.ok(tablesOf(file).includes('privacy_terms'));
});

for (const dialect of ['sqlite', 'postgres', 'mysql']) {
  test(`--sql ${dialect} prints the statements and needs no database`, () => {
    const { status, stdout } = run(['migrate', '--sql', dialect]);
    assert.equal(status, 0);
    assert.match(stdout, /create table/i);
    assert.match(stdout, /policy_manager_portability_requests/);
  });
}

for (const [name, args, message] of [
  ['no database', ['migrate'], /name the database with --database or DATABASE_URL/],
  ['an unknown command', ['migrat'], /unknown command "migrat"; see --help/],
  ['an unknown option', ['migrate', '--databse', 'x'], /--databse/],
  ['an unknown dialect', ['migrate', '--sql', 'oracle'], /--sql takes sqlite, postgres or mysql/],
  ['a prefix that is no name', ['migrate', '-d', ':memory:', '-p', 'x; drop table'], /prefix/i],
  ['a database that does not answer', ['migrate', '-d', 'postgres://nobody@127.0.0.1:1/x'], /ECONNREFUSED/],
] as const) {
  test(`${name} is one line and exit code 1`, () => {
    const { status, stdout, stderr } = run([...args]);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  });
}

test('--help explains', () => {
  assert.match(run(['--help']).stdout, /^Usage: policy-engine migrate/);
});
