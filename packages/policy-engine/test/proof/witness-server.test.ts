/** `policy-engine witness`: a server that only signs a continuation of what it signed (C2SP tlog-witness). */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { formatCheckpoint } from '../../dist/modules/proof/log/checkpoint.js';
import { cosignatureTime } from '../../dist/modules/proof/log/cosignature.js';
import { parseNote, signNote, verifyNote } from '../../dist/modules/proof/log/note.js';
import { readRoot } from '../../dist/modules/proof/log/tree.js';
import { proveConsistency } from '../../dist/modules/proof/log/tree-proofs.js';
import { formatVkey } from '../../dist/modules/proof/log/vkey.js';
import { formatAddCheckpoint, originHash } from '../../dist/modules/proof/log/witnesses/witness.js';
import { ed25519Signer, parseVkey, verifierOf } from '../../dist/modules/proof/log/node.js';
import { runCommand } from '../support/command.ts';
import { leafAt, leavesFrom, logOf, secretOf } from './log/support.ts';

const CLI = path.join(import.meta.dirname, '../../bin/policy-engine.js');
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-witness-'));
const at = (name: string) => path.join(folder, name);
const origin = 'shop.example/ledger';
const signer = ed25519Signer(origin, secretOf(1));
const stranger = ed25519Signer(origin, secretOf(2));
const log = await logOf(300);
/** The same log with another leaf 77. */
const forged = await logOf(77);
await forged.append([leafAt(5000), ...leavesFrom(78, 222)]);

let vkey = '';
let server: ChildProcess;
let url = '';

/** Starts the command, and waits until it prints its address. */
async function start(): Promise<void> {
  const words = ['witness', '--key', at('witness.key'), '--log', at('ledger.vkey'), '--listen', '127.0.0.1:0'];
  server = spawn(process.execPath, [CLI, ...words, '--state', at('witness.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout! })) {
    const found = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
    if (found === undefined) continue;
    url = found;
    break;
  }
  // Its log of requests is not used here, and must not fill the pipe.
  server.stdout!.resume();
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

before(async () => {
  const made = await runCommand(['witness', 'key', '--key', at('witness.key'), '--name', 'officer.example/w1']);
  assert.deepEqual([made.status, made.stderr], [0, '']);
  vkey = made.stdout.trimEnd();
  writeFileSync(at('ledger.vkey'), `# The shop's ledger\n${formatVkey(signer.key)}\n`);
  await start();
});
after(async () => {
  await stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

/** A request of a log, honest unless specified otherwise. */
async function request(
  old: number,
  size: number,
  { of = log, by = signer, proven = true, name = origin } = {},
): Promise<string> {
  const root = await readRoot(of.nodes(size), size);
  const proof = proven && old <= size ? await proveConsistency(of.nodes(size), old, size) : [];
  const note = signNote(formatCheckpoint({ origin: name, size, root }), [by]);
  return formatAddCheckpoint({ old, proof, note: parseNote(note) });
}

async function add(body: string): Promise<{ status: number; type: string | null; body: string }> {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
}

describe('policy-engine witness', () => {
  test('stores the key in a file for its owner only, and can print its public line again', async () => {
    if (process.platform !== 'win32') assert.equal(statSync(at('witness.key')).mode & 0o777, 0o600);
    assert.match(readFileSync(at('witness.key'), 'utf8'), /^PRIVATE\+KEY\+officer\.example\/w1\+[0-9a-f]{8}\+\S+\n$/);
    assert.equal((await runCommand(['witness', 'key', '--key', at('witness.key')])).stdout, `${vkey}\n`);
    const again = await runCommand(['witness', 'key', '--key', at('witness.key'), '--name', 'other.example']);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /already exists/);
    assert.equal((await (await fetch(url)).text()).trim(), vkey);
  });

  test('cosigns a continuation of what it cosigned, and shows it to monitors', async () => {
    const unseen = await fetch(`${url}/${originHash(origin)}/checkpoint`);
    assert.equal(unseen.status, 404);
    await unseen.text();
    for (const [old, size] of [
      [0, 10],
      [10, 10],
      [10, 130],
    ] as const) {
      const began = Math.floor(Date.now() / 1000);
      const { status, body } = await add(await request(old, size));
      assert.equal(status, 200, body);
      const root = await readRoot(log.nodes(size), size);
      const note = { text: formatCheckpoint({ origin, size, root }), signatures: parseNote(`x\n\n${body}`).signatures };
      const { signatures } = verifyNote(note, [verifierOf(parseVkey(vkey))]);
      assert.equal(signatures.length, 1);
      assert.ok(cosignatureTime(signatures[0]!.signature) >= began);
    }
    const note = await (await fetch(`${url}/${originHash(origin)}/checkpoint`)).text();
    assert.match(note, /^shop\.example\/ledger\n130\n/);
    const verifiers = [verifierOf(parseVkey(vkey)), verifierOf(signer.key)];
    assert.equal(verifyNote(note, verifiers).signatures.length, 2);
  });

  test('names the size it knows, and refuses a ledger that was rewritten, truncated or never proven', async () => {
    assert.deepEqual(await add(await request(10, 200)), { status: 409, type: 'text/x.tlog.size', body: '130\n' });
    assert.equal((await add(await request(10, 50))).status, 409, 'a shorter ledger');
    assert.equal((await add(await request(130, 200, { of: forged }))).status, 422, 'a fork that is longer');
    assert.equal((await add(await request(130, 130, { of: forged }))).status, 422, 'a fork of the same size');
    assert.equal((await add(await request(130, 200, { proven: false }))).status, 422);
    assert.equal((await add(await request(200, 130))).status, 400);
    assert.equal((await add(await request(130, 200, { by: stranger }))).status, 403);
    const other = ed25519Signer('other.example', secretOf(1));
    assert.equal((await add(await request(0, 5, { by: other, name: 'other.example' }))).status, 404);
    assert.equal((await add('nothing')).status, 400);
    assert.equal((await add('x'.repeat(1_100_000))).status, 413);
    for (const [at_, method, status] of [
      ['/add-checkpoint', 'GET', 405],
      ['/', 'DELETE', 405],
      ['/else', 'GET', 404],
    ] as const) {
      const response = await fetch(url + at_, { method });
      assert.equal(response.status, status);
      await response.text();
    }
    assert.equal((await add(await request(130, 131))).status, 200, 'none of that changed what it knows');
  });

  test('accepts only one of simultaneous requests, and never rolls back its state', async () => {
    const bodies = await Promise.all([140, 150, 160, 170].map((size) => request(131, size)));
    const statuses = (await Promise.all(bodies.map(add))).map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 409, 409, 409],
    );
    const won = [140, 150, 160, 170][statuses.indexOf(200)]!;
    assert.equal((await add(await request(0, 300))).body, `${won}\n`);
  });

  test('knows after a kill what it had responded', async () => {
    const { body } = await add(await request(0, 300));
    assert.equal((await add(await request(Number(body), 290))).status, 200);
    await stop('SIGKILL');
    await start();
    assert.deepEqual((await add(await request(0, 300))).body, '290\n');
    assert.equal((await add(await request(290, 300))).status, 200);
  });

  for (const [name, words, message] of [
    ['a ledger', ['--key', at('witness.key')], /specify the key of the ledger with --log/],
    ['a key', ['--log', at('ledger.vkey')], /specify one file with the key of the witness/],
    ['its own key', ['--key', at('ledger.vkey'), '--log', at('ledger.vkey')], /cannot be read: it is not the key of a/],
    ['an address', ['--key', at('witness.key'), '--log', at('ledger.vkey'), '--listen', 'x'], /takes HOST:PORT/],
  ] as const) {
    test(`does not start without ${name}, and prints one line of error`, async () => {
      const { status, stderr } = await runCommand(['witness', ...words, '--state', ':memory:']);
      assert.equal(status, 1);
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });
  }
});
