/** Decisions of accounts and visitors. */
import type { Operation } from './loop.ts';
import { insertHostUser } from './state.ts';
import type { World } from './world.ts';

const put = (user: string | null, path: string, body?: unknown) => (world: World) =>
  world.ask(user, 'PUT', path, { body });
const anna = (world: World) => world.engine.policiesOf({ id: 'anna' });

/** An ID that a page makes up, so that a repeated request comes from the same visitor. */
const CLICK = 'a3c1f1de-4a54-4f5c-9a0b-0c1d2e3f4a5b';

export const consentOperations: readonly Operation[] = [
  { name: 'an account accepts', run: put('anna', '/user_terms/age/accept.json') },
  {
    name: 'an account changes its mind',
    prepare: put('anna', '/user_terms/age/accept.json'),
    run: put('anna', '/user_terms/age/reject.json'),
  },
  {
    name: 'an account decides on several rules',
    prepare: put('anna', '/user_terms/age/reject.json'),
    run: put('anna', '/user_terms/accept_multiples.json', {
      user: { policy_rule_age: true, policy_rule_privacy_terms: true },
    }),
  },
  {
    name: 'an account decides in the banner',
    run: put('anna', '/consent.json', { decisions: { cookie: true } }),
  },
  {
    name: 'a known visitor changes their mind',
    prepare: put(null, '/user_terms/cookie/accept.json'),
    run: put(null, '/user_terms/cookie/reject.json'),
  },
  {
    name: 'a known visitor decides in the banner',
    prepare: put(null, '/consent.json', { decisions: { cookie: true } }),
    run: put(null, '/consent.json', { decisions: { cookie: false } }),
  },
  { name: 'a new visitor accepts', run: put(null, '/user_terms/cookie/accept.json', { click: CLICK }) },
  {
    name: 'Global Privacy Control of an account',
    run: (world) => world.ask('anna', 'PUT', '/consent.json', { body: { decisions: {} }, headers: { 'sec-gpc': '1' } }),
  },
  {
    name: 'Global Privacy Control of a visitor',
    // An event about nobody: nothing identifies the first one.
    mayDouble: /event: \["decision","nobody",/,
    run: (world) => world.ask(null, 'PUT', '/consent.json', { body: { decisions: {} }, headers: { 'sec-gpc': '1' } }),
  },
  {
    name: 'an account adopts what was decided in its browser',
    doneBefore: ['nothing_to_adopt'],
    prepare: put(null, '/user_terms/cookie/accept.json'),
    run: async (world) => {
      const signIn = new Request(world.page('anna', { 'sec-fetch-site': 'same-origin' }), { method: 'POST' });
      await world.engine.consentContext(signIn).adoptVisitorDecision('cookie');
    },
  },
  { name: 'acceptPolicyFrom', run: (world) => anna(world).acceptPolicyFrom('age') },
  { name: 'confirmAllPolicies', run: (world) => anna(world).confirmAllPolicies() },
  {
    name: 'rejectAllPolicies',
    prepare: put('anna', '/user_terms/age/accept.json'),
    run: (world) => anna(world).rejectAllPolicies(),
  },
  {
    name: 'recordPolicies in a transaction of the host',
    run: async (world) => {
      const recorded = await world.engine.database.transaction(async (transaction) => {
        await insertHostUser(transaction, 'bob');
        return world.engine.recordPolicies(transaction, 'bob', {
          policy_rule_age: '1',
          policy_rule_privacy_terms: true,
        });
      });
      await recorded.afterCommit();
    },
    // Like a host that sees that the address is already used.
    again: async (world) => {
      const { rows } = await world.database.execute('select id from host_users');
      if (rows.length > 0) return;
      await world.database.transaction(async (transaction) => {
        await insertHostUser(transaction, 'bob');
        await world.engine.recordPolicies(transaction, 'bob', {
          policy_rule_age: '1',
          policy_rule_privacy_terms: true,
        });
      });
    },
  },
  {
    name: 'importDecisions',
    prepare: put('anna', '/user_terms/age/accept.json'),
    run: (world) => world.engine.importDecisions(IMPORTED),
  },
];

const IMPORTED = [
  { user_id: 'anna', rule: 'age', version: 1, decision: 'rejected', at: '2021-05-01T00:00:00Z' },
  { user_id: 'carl', rule: 'age', version: 1, decision: 'rejected', at: '2021-05-01T00:00:00Z' },
  { user_id: 'carl', rule: 'age', version: 1, decision: 'accepted', at: '2022-05-01T00:00:00Z' },
  { user_id: 'carl', rule: 'cookie', version: 1, decision: 'accepted', at: '2022-05-01T00:00:00Z' },
] as const;
