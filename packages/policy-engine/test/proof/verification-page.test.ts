/** Administrators verify the ledger in the panel. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { verificationRoutes } from '../../dist/modules/proof/web/routes/verification.js';

const PATH = '/policies/ledger/verification';

async function sealedLedger() {
  const made = await getTestEngine();
  const { status } = await made
    .as('admin')
    .json('POST', '/policies/categories/privacy_terms/terms.json', { description: 'Ours', state: 'published' });
  assert.equal(status, 201);
  for (const person of ['anna', 'berta']) {
    await made.as(person).json('PUT', '/policies/user_terms/privacy_terms/accept.json', {});
  }
  await made.engine.ledger.seal();
  return made;
}

describe('the verification of the ledger in the panel', () => {
  test('reports an intact ledger, with the number of its entries', async () => {
    await using made = await sealedLedger();
    const { status, body } = await made.as('admin').json('POST', `${PATH}.json`);
    assert.equal(status, 200);
    const { events, ...result } = body as { events: number };
    assert.deepEqual(result, {
      verified: true,
      ok: true,
      found: 0,
      findings: [],
      pending: 0,
      erased: 0,
      signatures_checked: 'stored',
    });
    assert.equal(events, (await made.engine.ledger.verify()).events);
    const html = await (await made.as('admin').fetch(PATH, { method: 'POST' })).text();
    assert.match(html, /The ledger is intact/);
    assert.match(html, /Verified with the key in the database/);
  });

  test('lists what was changed behind the back of the engine', async () => {
    await using made = await sealedLedger();
    await made.engine.database.execute(
      "update policy_manager_ledger_events set decision = 'rejected' where decision = 'accepted'",
    );
    const { body } = await made.as('admin').json('POST', `${PATH}.json`);
    const { ok, findings } = body as { ok: boolean; findings: readonly { code: string }[] };
    assert.equal(ok, false);
    assert.ok(findings.some(({ code }) => code === 'event_changed'));
    const html = await (await made.as('admin').fetch(PATH, { method: 'POST' })).text();
    assert.match(html, /Deviations found: \d/);
    assert.match(html, /<code>event_changed<\/code>/);
    assert.doesNotMatch(html, /The ledger is intact/);
  });

  test('starts from the page of the ledger, and has a page that can be reloaded', async () => {
    await using made = await sealedLedger();
    const ledger = await (await made.as('admin').fetch('/policies/ledger')).text();
    assert.match(ledger, /verifying the ledger finds it/);
    assert.match(ledger, /<form[^>]*action="\/policies\/ledger\/verification"/);
    const page = await (await made.as('admin').fetch(PATH)).text();
    assert.match(page, /href="\/policies\/ledger\/verifier"/);
    assert.doesNotMatch(page, /The ledger is intact|Deviations found/);
  });

  test('is not done for a ledger that is too large, and once for several administrators at the same time', async () => {
    let verified = 0;
    const ledger = (size: number) => ({
      checkpoint: async () => ({ size }),
      verify: async () => {
        verified += 1;
        return { ok: true, found: 0, findings: [], events: size, pending: 0, erased: 0, signaturesChecked: 'given' };
      },
    });
    const actionOf = (size: number) => {
      const routes: { method: string; handle: () => Promise<{ json: { verified: boolean; events: number } }> }[] = [];
      const app = { route: (route: (typeof routes)[number]) => void routes.push(route) };
      verificationRoutes({ ledger: ledger(size), now: () => new Date() } as never)(app as never);
      return routes.find(({ method }) => method === 'post')!.handle;
    };
    const small = actionOf(100_000);
    const both = await Promise.all([small(), small()]);
    assert.deepEqual(
      both.map(({ json }) => json.events),
      [100_000, 100_000],
    );
    assert.equal(verified, 1);
    const { json } = await actionOf(100_001)();
    assert.equal(json.verified, false);
    assert.equal(verified, 1);
  });
});
