/**
 * Accepts per second over `engine.fetch`, with one process and 16 requests in flight; every request is another subject's
 * first decision. Not a test: `node measure.ts <database URL> [requests] [path of the package's dist/index.js]`, with the
 * dist of an older version to compare. The database must exist; its tables are made, and left there.
 */
import { pathToFileURL } from 'node:url';
import type * as Package from 'policy-engine';

const [, , url = ':memory:', count = '3000', dist] = process.argv;
const { connectDatabase, createPolicyEngine } = (
  dist === undefined ? await import('policy-engine') : await import(pathToFileURL(dist).href)
) as typeof Package;

const IN_FLIGHT = 16;
const database = await connectDatabase(url);
const engine = createPolicyEngine({
  database,
  rules: [{ name: 'age' }],
  currentUser: (request) => ({ id: request.headers.get('x-user') ?? '', record: null }),
  isAdminMethod: () => true,
  writeLimit: false,
});
await engine.migrate();

async function send(path: string, method: string, user: string, body?: object): Promise<void> {
  const headers = { 'x-user': user, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await engine.fetch(new Request(`http://host.test/policies${path}`, init));
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

await send('/categories/age/terms.json', 'POST', 'admin', { description: '# Age', state: 'published' });
const run = `${process.pid}-${Date.now()}`;
for (let round = 0; round < 3; round++) {
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    while (next < Number(count)) {
      next += 1;
      await send('/user_terms/age/accept.json', 'PUT', `${run}-${round}-${next}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  console.log(`${Math.round((Number(count) / (performance.now() - began)) * 1000)} accepts/s`);
}
await database.close();
