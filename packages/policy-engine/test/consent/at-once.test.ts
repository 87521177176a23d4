/** Several requests of one visitor without an account at once: each carries the same cookies, and no decision is lost. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPolicyEngine, type PolicyEngine } from 'policy-engine';
import { Computer, visitorIn } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';

const VENDORS = ['Acme', 'Maps', 'Films'];
const RULES = ['analytics', 'media', 'chat'];

interface Settings {
  readonly gates: Readonly<Record<string, string>>;
  readonly rules: readonly { readonly name: string; readonly unproved?: boolean }[];
}
type Decisions = Readonly<Record<string, boolean>>;

/** Sends decisions with the cookies that the browser has now. Nothing of the answer is kept yet. */
async function send(engine: PolicyEngine, computer: Computer, decisions: Decisions) {
  const request = computer.request('/policies/consent.json', { method: 'PUT', body: { decisions } });
  const response = await engine.fetch(request);
  assert.equal(response.status, 200);
  return { settings: (await response.json()) as Settings, cookies: response.headers.getSetCookie() };
}

forEachDatabase((target) => {
  describe('decisions of one visitor at once', () => {
    /** Two processes on one database, and a visitor who has accepted everything. */
    async function scene() {
      const database = await target.open();
      const engines = [1, 2].map(() =>
        createPolicyEngine({
          database,
          rules: RULES.map((name) => ({ name, sessionless: true })),
          scripts: VENDORS.map((provider) => {
            return { name: provider, provider, rule: 'analytics', script: '', environments: ['test'] };
          }),
          environment: 'test',
          currentUser: (request: Request) => {
            const id = request.headers.get('x-user');
            return id === null ? null : { id, record: null };
          },
          isAdminMethod: ({ id }: { id: string }) => id === 'admin',
          writeLimit: false,
          logger: { error: () => {} },
        }),
      ) as [PolicyEngine, PolicyEngine];
      await engines[0].migrate();
      for (const rule of RULES) {
        const body = { description: `About ${rule}.`, state: 'published' };
        await new Computer(engines[0]).json('POST', `/categories/${rule}/terms.json`, { user: 'admin', body });
      }
      const computer = new Computer(engines[0]);
      computer.keep((await send(engines[0], computer, { analytics: true, media: true, chat: true })).cookies);
      const settings = async () => (await computer.json('GET', '/consent.json')).body as Settings;
      return { engines, computer, settings };
    }

    const rejected = ({ gates }: Settings) =>
      Object.keys(gates)
        .filter((gate) => gates[gate] === 'rejected')
        .toSorted();

    for (const [what, one, other] of [
      ['vendors of one rule', 'analytics:Acme', 'analytics:Maps'],
      ['two rules', 'media', 'chat'],
    ] as const) {
      test(`${what} are both rejected, and the answer written last stores both in the browser`, async () => {
        const { engines, computer, settings } = await scene();
        const answers = await Promise.all(
          [one, other].map((gate, index) => send(engines[index]!, computer, { [gate]: false })),
        );
        const both = answers.filter((answer) => rejected(answer.settings).length === 2);
        assert.equal(both.length, 1, 'the second one of the two builds on the first');
        computer.keep(both[0]!.cookies);
        const now = await settings();
        assert.deepEqual(rejected(now), [one, other].toSorted());
        assert.deepEqual(
          now.rules.map(({ unproved }) => unproved),
          RULES.map(() => undefined),
        );
        const events = await engines[0].ledger.eventsAbout({ userId: null, visitorId: visitorIn(computer)! });
        assert.equal(events.length, RULES.length + 2);
      });
    }

    test('a decision whose answer never arrived is in the browser after the next one', async () => {
      const { engines, computer, settings } = await scene();
      await send(engines[0], computer, { 'analytics:Acme': false });
      await send(engines[1], computer, { media: false });
      assert.deepEqual(rejected(await settings()), []);
      computer.keep((await send(engines[0], computer, { chat: true })).cookies);
      assert.deepEqual(rejected(await settings()), ['analytics:Acme', 'media']);
    });

    test('a rejection that could not be recorded stays, whatever was recorded before', async () => {
      const { engines, computer, settings } = await scene();
      computer.cookies.set('policy_rule_media', 'rejected');
      computer.keep((await send(engines[0], computer, { chat: false })).cookies);
      assert.deepEqual(rejected(await settings()), ['chat', 'media']);
    });
  });
});
