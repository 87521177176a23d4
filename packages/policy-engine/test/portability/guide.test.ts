/** The examples of the guide run unchanged, and then a request is processed completely. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startSmtp } from '../mail/support.ts';

const PACKAGE = path.join(import.meta.dirname, '..', '..');

const JOURNEY = `
import { setTimeout as sleep } from 'node:timers/promises';
const call = async (user, method, path) => {
  const headers = { 'x-user': user, 'content-type': 'application/json' };
  const response = await engine.fetch(new Request('http://shop.example/policies' + path, { method, headers }));
  return response.json();
};
const { id } = await call('7', 'POST', '/user_portability_requests.json');
console.log(await ada.canRequestPortability());
await call('1', 'POST', '/portability_requests/' + id + '/confirm.json');
for (let tries = 0; tries < 100; tries += 1) {
  const { state } = await call('7', 'GET', '/user_portability_requests/' + id + '.json');
  if (state === 'completed') { console.log(state); break; }
  await sleep(100);
}
await engine.stop();
`;

/** The examples of a guide. */
async function examplesOf(guide: string): Promise<string[]> {
  const text = await readFile(path.join(PACKAGE, 'docs', guide), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example = '']) => example);
}

/** Runs a program in the package, where its name resolves to itself. @returns its output */
async function printed(program: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(PACKAGE, 'test', '.guide-'));
  try {
    await writeFile(path.join(folder, 'example.ts'), program.join('\n'));
    const options = { cwd: folder, env: { ...process.env, ...env } };
    return (await promisify(execFile)(process.execPath, ['example.ts'], options)).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('the guide’s engine processes a request from creation to completion', async () => {
  const examples = await examplesOf('policy-engine-portability.md');
  assert.equal(examples.length, 3);
  const stdout = await printed([...examples, JOURNEY]);
  assert.match(stdout, /kind: 'member'/);
  assert.match(stdout, /name: 'Ada Lovelace', email: 'ada@shop\.example'/);
  assert.match(stdout, /^1 \d{4}-\d\d-\d\dT/m);
  assert.match(stdout, /^false\ncompleted$/m);
});

const BACKGROUND = `
const response = await engine.fetch(
  new Request('http://shop.example/policies/user_portability_requests.json', { method: 'POST', headers: { 'x-user': '7' } }),
);
console.log(response.status, choices.length, typeof storage.put);
await engine.jobs.runDue();
await engine.stop();
`;

test('the examples of background work run, and their mail is delivered', async () => {
  const examples = await examplesOf('policy-engine-background-work.md');
  assert.equal(examples.length, 3);
  await using smtp = await startSmtp();
  const stdout = await printed([...examples, BACKGROUND], { SMTP_URL: smtp.url });
  assert.match(stdout, /^201 2 function$/m);
  assert.equal(smtp.mails[0]?.header('subject'), 'Data request of 7');
});
