/** A worker that is killed at any point: the export is restarted, completes once, and leaves nothing but its archive. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Database } from 'policy-engine';
import { SMTPServer } from 'smtp-server';
import { rounds, testsAll } from '../../../../testing/rounds.ts';
import { forEachDatabase, type TestDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';
import { workOnExports } from './exporting.ts';
import { MINE, requestsEngine } from './requests-engine.ts';

const POINTS = ['begun', 'streaming', 'reading', 'storing', 'archived', 'finishing', 'finished'];
/** The points of short rounds: on SQLite those with much work in between, on a server one at which it gets an error. */
const SHORT: Record<string, readonly string[]> = {
  sqlite: ['streaming', 'storing', 'finishing'],
  postgres: ['finished'],
};

/** Subjects by Message-ID: a mail without a known receipt is sent again, and is the same mail. */
const mails = new Map<string, string>();
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = '';
    stream.setEncoding('utf8').on('data', (part: string) => void (text += part));
    stream.on('end', () => {
      const [id = '', subject = ''] = ['Message-ID', 'Subject'].map((name) => headerOf(text, name));
      mails.set(id, subject);
      done();
    });
  },
});
// A worker that is killed while it sends a mail resets its connection: that is intended, and not an error of the test.
smtp.on('error', () => {});
before(() => new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve)));
after(() => new Promise<void>((resolve) => void smtp.close(resolve)));

function headerOf(mail: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(mail)?.[1] ?? '';
}

/** Files below a folder. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
}

/** A request that is ready to be processed. @returns its ID */
async function confirmed(database: Database, user: string): Promise<string> {
  const engine = await requestsEngine({
    database,
    portability: { autoConfirm: true },
    fromEmail: 'privacy@host.test',
    mail: { transport: { sendMail: () => Promise.reject(new Error('not from here')) }, ledgerDigest: false },
  });
  const { status, body } = await engine.ask(user, 'POST', `${MINE}.json`);
  assert.equal(status, 201);
  return body.id;
}

/** Kills a worker, lets another one finish, and checks the result. */
async function killAndWorkAgain(target: TestDatabase, point: string, user: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-killed-'));
  try {
    mails.clear();
    const id = await confirmed(await target.open(), user);
    const { port } = smtp.server.address() as AddressInfo;
    const parameters = [target.url, folder, String(port), point];
    const killed = await runProcess('./processes/export-and-die.ts', import.meta.url, parameters);
    // At a random moment the work may already be done.
    if (killed.code !== 0 || POINTS.includes(point)) assert.equal(killed.signal, 'SIGKILL', killed.output);
    await workOnExports({ url: target.url, folder, smtpPort: port });

    const { rows } = await (
      await target.open()
    ).execute<{ state: string; file_name: string; file_bytes: string }>(
      `select r.state, g.file_name, g.file_bytes from policy_manager_portability_requests r
       join policy_manager_portability_register g on g.request_id = r.id where r.id = '${id}'`,
    );
    const [row] = rows;
    assert.equal(row?.state, 'completed');
    const files = filesOf(folder);
    assert.equal(files.length, 1, `left behind: ${files.join(' ')}`);
    assert.ok(files[0]?.endsWith(row.file_name.split('/').at(-1) ?? '-'));
    assert.equal(statSync(path.join(folder, files[0] ?? '')).size, Number(row.file_bytes));
    assert.ok(!mails.has(''), 'a mail without Message-ID');
    const subjects = [...mails.values()];
    assert.equal(subjects.filter((subject) => /available|ready/i.test(subject)).length, 1, subjects.join('; '));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rounds at random moments. */
const ROUNDS = rounds(0, 30);

forEachDatabase((target) => {
  if (target.dialect === 'mysql') return;
  for (const point of testsAll ? POINTS : (SHORT[target.dialect] ?? [])) {
    test(`an export whose worker is killed when it is ${point} is completed once`, { timeout: 240_000 }, () =>
      killAndWorkAgain(target, point, `user-${point}`),
    );
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const milliseconds = String(1 + Math.floor(Math.random() * 400));
    test(
      `an export whose worker is killed after ${milliseconds} ms is completed once, round ${round}`,
      { timeout: 240_000 },
      () => killAndWorkAgain(target, milliseconds, `user-${round}`),
    );
  }
});
