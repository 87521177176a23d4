/** The examples of the guide are run as they stand, and then a request goes all the way. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

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

test('the guide’s engine takes a request from asking to completed', async () => {
  const guide = await readFile(path.join(PACKAGE, '..', '..', 'docs', 'policy-engine-portability.md'), 'utf8');
  const examples = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example]) => example);
  assert.equal(examples.length, 2);
  // Below the package, where its name leads to itself.
  const folder = await mkdtemp(path.join(PACKAGE, 'test', '.guide-'));
  try {
    await writeFile(path.join(folder, 'example.ts'), [...examples, JOURNEY].join('\n'));
    const { stdout } = await promisify(execFile)(process.execPath, ['example.ts'], { cwd: folder });
    assert.match(stdout, /kind: 'member'/);
    assert.match(stdout, /name: 'Ada Lovelace', email: 'ada@shop\.example'/);
    assert.match(stdout, /^false\ncompleted$/m);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
