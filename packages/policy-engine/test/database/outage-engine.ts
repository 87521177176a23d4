/** An engine on a database that fails, and what everybody is told. */
import assert from 'node:assert/strict';
import type { Database } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

/** An engine whose log is kept. */
export async function engineOn(database: Database) {
  const log: string[] = [];
  const made = await getTestEngine({
    database,
    logger: { error: (_message, { error }) => void log.push(String(error)) },
  });
  const text = { description: 'Cookies', state: 'published' };
  if ((await made.engine.terms.list('cookie')).length === 0) {
    await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
  }
  return { made, log };
}

export type State = Awaited<ReturnType<typeof engineOn>>;

/** Pages and JSON, reading and writing, answer 503 with the time to wait, and the log names the cause. */
export async function refusesAll({ made, log }: State, cause: RegExp): Promise<void> {
  log.length = 0;
  for (const accept of ['application/json', 'text/html']) {
    for (const method of ['GET', 'PUT'] as const) {
      const where = method === 'GET' ? '/user_terms' : '/user_terms/cookie/accept';
      const headers = {
        accept,
        'x-test-user': 'anna',
        ...(method === 'PUT' && { 'content-type': 'application/json' }),
      };
      const init = { method, headers, ...(method === 'PUT' && { body: '{}' }) };
      const response = await made.engine.fetch(new Request(`${TEST_ORIGIN}/policies${where}`, init));
      const text = await response.text();
      assert.deepEqual(
        [response.status, response.headers.get('retry-after')],
        [503, '5'],
        `${method} ${accept} ${text}`,
      );
      assert.doesNotMatch(text, cause, 'only the log names the cause');
    }
  }
  assert.equal(log.length, 4);
  for (const line of log) assert.match(line, cause);
}

/** It works again, and nothing was recorded in the meantime; afterwards the decision is withdrawn. */
export async function worksAgain({ made }: State): Promise<void> {
  assert.equal(await made.engine.policiesOf({ id: 'anna' }).hasConsentedCookie(), false);
  assert.equal((await made.as('anna').json('PUT', '/policies/user_terms/cookie/accept.json')).status, 200);
  assert.equal(await made.engine.policiesOf({ id: 'anna' }).hasConsentedCookie(), true);
  assert.equal((await made.as('anna').json('PUT', '/policies/user_terms/cookie/reject.json')).status, 200);
}
