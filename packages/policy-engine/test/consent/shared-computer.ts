/** One browser that several people use one after the other, on each database. */
import assert from 'node:assert/strict';
import { before, beforeEach } from 'node:test';
import type { Database, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { createQueries } from '../../dist/schema.js';
import { Computer } from '../support/computer.ts';
import type { TestDatabase } from '../support/databases.ts';

const TABLES = [
  'ledger_events',
  'ledger_identities',
  'ledger_checkpoints',
  'ledger_tiles',
  'ledger_accounts',
  'ledger_visitors',
  'user_terms',
  'terms',
] as const;

/** The state of a rule in a response. */
export interface Term {
  readonly name: string;
  readonly state: string;
  readonly browser: string | null;
  readonly unproved: boolean;
}

/** What the tests of a suite share. */
export class Scene {
  /** Users for whom `onAccept` of the rule `cookie` was called. */
  readonly calls: string[] = [];
  database!: Database;
  engine!: PolicyEngine;
  computer!: Computer;

  /** Publishes a text. */
  readonly publish = async (rule: string): Promise<void> => {
    const body = { description: `# ${rule} ${Math.random()}`, state: 'published' };
    const sending = { user: 'admin', body };
    const { status } = await new Computer(this.engine).json('POST', `/categories/${rule}/terms.json`, sending);
    assert.equal(status, 201);
  };

  /** The current person at the computer decides. */
  readonly decide = async (rule: string, verb: 'accept' | 'reject', user?: string): Promise<void> => {
    const { status } = await this.computer.json('PUT', `/user_terms/${rule}/${verb}.json`, { user });
    assert.equal(status, 200);
  };

  /** All events with their identities, in order. */
  readonly events = async () =>
    createQueries(this.database)
      .selectFrom('ledger_events')
      .leftJoin('ledger_identities', 'ledger_identities.event_id', 'ledger_events.id')
      .selectAll()
      .orderBy('id')
      .execute();

  /** The state of each rule for a signed-in user. */
  readonly terms = async (user: string, path = '/user_terms.json'): Promise<Record<string, Term>> => {
    const { body } = await this.computer.json('GET', path, { user });
    return Object.fromEntries((body as Term[]).map((term) => [term.name, term]));
  };

  /** A page of the host, as the current person at the computer gets it. */
  readonly page = (user?: string, headers = {}) =>
    this.engine.consentContext(this.computer.request('/', { user, headers }));

  /** The account alone, without any browser. */
  readonly account = (user: string) =>
    this.engine.policiesOf({ id: user }) as unknown as {
      hasConsentedCookie(): Promise<boolean>;
      pendingPolicies(): Promise<string[]>;
    };

  /** At sign-in: the user takes over what was decided in the browser. */
  readonly adopt = async (user: string, rule = 'cookie', sending: object = {}): Promise<void> => {
    const request = this.computer.request('/sign-in', { method: 'POST', ...sending });
    const policies = this.engine.policiesOf({ id: user }, request);
    await policies.adoptVisitorDecision(rule);
    this.computer.keep(policies.policyCookies());
  };

  readonly signOut = async (user: string): Promise<void> =>
    this.computer.keep(await this.engine.signedOut(this.computer.request('/', { user })));

  /** An engine as in one process; each caches texts and keys. */
  readonly engineOn = (
    database: Database,
    options: Partial<Omit<PolicyEngineOptions, 'rules' | 'database'>> = {},
  ): PolicyEngine =>
    createPolicyEngine({
      database,
      rules: [
        { name: 'cookie', sessionless: true, onAccept: ({ user }) => void this.calls.push(user?.id ?? 'nobody') },
        { name: 'marketing', sessionless: true },
        { name: 'age', blocking: true },
      ],
      scripts: [{ name: 'Counter', script: '<script>count()</script>', environments: ['test'] }],
      environment: 'test',
      currentUser: (request) => {
        const id = request.headers.get('x-test-user');
        return id === null ? null : { id, record: null };
      },
      isAdminMethod: ({ id }) => id === 'admin',
      writeLimit: false,
      logger: { error: (message, details) => assert.fail(`${message}: ${String(details['error'])}`) },
      ...options,
    });
}

/** A scene that is created again for each test. */
export function sceneOn(target: TestDatabase): Scene {
  const scene = new Scene();
  before(async () => {
    scene.database = await target.open();
    await scene.engineOn(scene.database).migrate();
  });
  beforeEach(async () => {
    scene.calls.length = 0;
    for (const table of TABLES) await scene.database.execute(`delete from policy_manager_${table}`);
    scene.engine = scene.engineOn(scene.database);
    scene.computer = new Computer(scene.engine);
    for (const rule of ['cookie', 'marketing', 'age']) await scene.publish(rule);
  });
  return scene;
}

/** The error of an adoption with nothing to take over. */
export const NOTHING_TO_ADOPT = { code: 'nothing_to_adopt', status: 409 };
