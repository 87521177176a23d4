/** An engine with texts, on a given database, for the tests of the ledger. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { Database, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { createPolicyEngine, createQueries } from 'policy-engine';

export const ORIGIN = 'http://host.test';
export const RULES = ['cookie', 'age', 'privacy_terms'] as const;

/** A new key pair as hosts have it: PEM. */
export function newKeys(): { secret: string; public: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Whoever sends `X-User` is that user; `admin` is the administrator; `X-IP` is the address. */
export function engineOn(
  database: Database,
  options: Partial<Omit<PolicyEngineOptions, 'rules' | 'database'>> = {},
): PolicyEngine {
  return createPolicyEngine({
    database,
    rules: [{ name: 'cookie', sessionless: true }, { name: 'age', blocking: true }, { name: 'privacy_terms' }],
    currentUser: (request) => {
      const id = request.headers.get('x-user');
      return id === null ? null : { id, record: null };
    },
    isAdminMethod: ({ id }) => id === 'admin',
    writeLimit: false,
    logger: { error: (message, details) => assert.fail(`${message}: ${String(details.error)}`) },
    ...options,
  });
}

export interface Asking {
  readonly method?: string;
  readonly user?: string;
  readonly ip?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a path below the mount path. */
export async function ask(engine: PolicyEngine, path: string, asking: Asking = {}): Promise<Response> {
  const { method = 'GET', user, ip, cookie, body, headers } = asking;
  const sent: Record<string, string> = { 'sec-fetch-site': 'same-origin', ...headers };
  if (user !== undefined) sent['x-user'] = user;
  if (cookie !== undefined) sent['cookie'] = cookie;
  if (body !== undefined) sent['content-type'] = 'application/json';
  const init = { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return engine.fetch(new Request(`${ORIGIN}/policies${path}`, init), ip === undefined ? {} : { ip });
}

/** Publishes a text. */
export async function publish(engine: PolicyEngine, rule: string, description = `# ${rule}`): Promise<void> {
  const body = { description, state: 'published' };
  const response = await ask(engine, `/categories/${rule}/terms.json`, { method: 'POST', user: 'admin', body });
  assert.equal(response.status, 201, await response.text());
}

/** Accepts or rejects as a user. */
export async function decide(
  engine: PolicyEngine,
  user: string,
  rule: string,
  verb: 'accept' | 'reject' = 'accept',
): Promise<void> {
  const response = await ask(engine, `/user_terms/${rule}/${verb}.json`, { method: 'PUT', user });
  assert.equal(response.status, 200, await response.text());
}

/** All events with their identities, in the order of their ids. */
export async function eventsIn(database: Database) {
  return createQueries(database)
    .selectFrom('ledger_events')
    .leftJoin('ledger_identities', 'ledger_identities.event_id', 'ledger_events.id')
    .selectAll()
    .orderBy('id')
    .execute();
}

/** Empties the ledger and all decisions. */
export async function empty(database: Database): Promise<void> {
  for (const table of ['ledger_events', 'ledger_identities', 'ledger_heads', 'ledger_lease', 'user_terms']) {
    await database.execute(`delete from policy_manager_${table}`);
  }
}
