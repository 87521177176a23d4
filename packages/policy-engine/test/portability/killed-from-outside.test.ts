/**
 * S6: workers that are killed from outside at random moments, several for one export, on three databases. The result is
 * one archive, opened and compared row by row with the exported data, and verified by the public command.
 * `npm run benchmark:killed` repeats this many times.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { buffer, json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { openPromise } from 'yauzl';
import { rounds } from '../../../../testing/rounds.ts';
import { runCommand } from '../support/command.ts';
import { forEachDatabase, type TestDatabase } from '../support/databases.ts';
import { LETTERS, letterOf, NOTES, noteOf, workOnExports } from './exporting.ts';
import { MINE, requestsEngine } from './requests-engine.ts';

const WORKER = fileURLToPath(new URL('./processes/export-and-die.ts', import.meta.url));
/** Killed workers per export. */
const KILLS = 3;
const ROUNDS = rounds(1, 20);

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    stream.resume().on('end', () => done());
  },
});
// A worker that is killed while it sends a mail resets its connection.
smtp.on('error', () => {});
before(() => new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve)));
after(() => new Promise<void>((resolve) => void smtp.close(resolve)));

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => path.join(folder, name)).filter((name) => statSync(name).isFile());
}

/** Works until it is killed, or until it is done. @returns whether it was killed */
async function killedAfter(parameters: readonly string[], milliseconds: number): Promise<boolean> {
  const worker = spawn(process.execPath, [WORKER, ...parameters], { stdio: 'ignore' });
  const ended = once(worker, 'exit');
  const timer = setTimeout(() => worker.kill('SIGKILL'), milliseconds);
  await ended;
  clearTimeout(timer);
  return worker.signalCode === 'SIGKILL';
}

/** SHA-256 of the files of the rows in the archive. */
async function lettersIn(archive: string): Promise<string[]> {
  const zip = await openPromise(archive);
  const hashes: string[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith('letters/files/')) continue;
    hashes.push(hashOf(await buffer(await zip.openReadStreamPromise(entry))));
  }
  return hashes;
}

/** The rows of all pages in the archive. */
async function rowsIn(archive: string): Promise<unknown[]> {
  const zip = await openPromise(archive);
  const rows: unknown[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!/notes\b.*\.json$/.test(entry.fileName)) continue;
    const held = await json(await zip.openReadStreamPromise(entry));
    rows.push(...(Array.isArray(held) ? held : []));
  }
  return rows;
}

async function exportUnderFire(target: TestDatabase, user: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-fire-'));
  try {
    const engine = await requestsEngine({
      database: await target.open(),
      portability: { autoConfirm: true },
      fromEmail: 'privacy@host.test',
      mail: { transport: { sendMail: () => Promise.reject(new Error('not from here')) }, ledgerDigest: false },
    });
    const { body } = await engine.ask(user, 'POST', `${MINE}.json`);
    const { port } = smtp.server.address() as AddressInfo;
    const parameters = [target.url, folder, String(port)];
    let killed = 0;
    for (let nth = 0; nth < KILLS; nth += 1) {
      // From before it has connected until about when it is done.
      if (await killedAfter(parameters, 200 + Math.random() * 1500)) killed += 1;
    }
    await workOnExports({ url: target.url, folder, smtpPort: port });
    const { rows } = await (
      await target.open()
    ).execute<{ state: string }>(`select state from policy_manager_portability_requests where id = '${body.id}'`);
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['completed'],
    );
    const [archive = '', ...others] = filesOf(folder);
    assert.deepEqual(others, [], 'left behind');
    assert.deepEqual(
      await rowsIn(archive),
      Array.from({ length: NOTES }, (_, index) => noteOf(index + 1)),
    );
    assert.deepEqual(
      await lettersIn(archive),
      Array.from({ length: LETTERS }, (_, id) => hashOf(Buffer.concat(letterOf(id)))),
    );
    const verified = await runCommand(['export', 'verify', archive]);
    assert.equal(verified.status, 0, verified.stdout + verified.stderr);
    return killed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

forEachDatabase((target) => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    test(
      `killed from outside up to ${KILLS} times, an export is whole, round ${round}`,
      { timeout: 240_000 },
      async (t) => {
        t.diagnostic(`workers killed: ${await exportUnderFire(target, `user-${round}`)}`);
      },
    );
  }
});
