/** A complete engine in one line, for the tests of hosts and of the engine. */
import type { PolicyEngineOptions } from './config.ts';
import { nodeSqliteDatabase } from './platform/database/sqlite/drivers/node-sqlite.ts';
import type { PolicyEngine } from './policy-engine.ts';
import { createPolicyEngine } from './engine.ts';
import { type MapOfEngine, mapOfEngine } from './modules/data-map/service.ts';
import { SeededPerson } from './modules/data-map/synthetic/person.ts';
import type { SyntheticPerson, SyntheticPersonOptions } from './modules/data-map/synthetic/synthetic-person.ts';
import type { RuleOptions } from './modules/rules/declaration.ts';

export type {
  PersonFinding,
  SyntheticPerson,
  SyntheticPersonOptions,
} from './modules/data-map/synthetic/synthetic-person.ts';

/**
 * Inserts a synthetic person into every table of an engine's database that a data rule or a foreign key leads to, to
 * prove that nothing is omitted. For test databases only: the inserted values are searched for in whole tables.
 *
 * @example
 * ```ts
 * const person = await seedSyntheticPerson(engine);
 * assert.deepEqual(await person.missingFromExport(), []);
 * assert.deepEqual(await person.leftAfterErasure(({ id }) => forget(id)), []);
 * ```
 * @throws {PolicyEngineError} `data_map_unfit` if nothing identifies the table of people
 */
export async function seedSyntheticPerson(
  engine: Pick<PolicyEngine, 'database' | 'exporter'>,
  options: SyntheticPersonOptions = {},
): Promise<SyntheticPerson> {
  // Every engine has it, although its type does not show it.
  const { map, naming } = (engine as unknown as { readonly [mapOfEngine]: MapOfEngine })[mapOfEngine];
  return SeededPerson.seed({ database: engine.database, naming, map, exporter: engine.exporter }, options);
}

/** The origin of the test engine. */
export const TEST_ORIGIN = 'http://engine.test';

/** One caller of a test engine: a browser with its cookies, or a program. */
export interface TestClient {
  /** The cookies it holds, by name, without deleted ones. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Sends a request to a path of the host, with the cookies held and `Sec-Fetch-Site: same-origin`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Requests JSON, and sends `body` as JSON. */
  json(method: string, path: string, body?: unknown): Promise<{ status: number; headers: Headers; body: unknown }>;
}

/** Names of the rules of a test engine that is created without any. */
export type TestRule = 'cookie' | 'age' | 'privacy_terms';

const RULES: ReadonlyArray<RuleOptions<TestRule>> = [
  { name: 'cookie', sessionless: true },
  { name: 'age', blocking: true, validatesOn: ['create', 'update'] },
  { name: 'privacy_terms', blocking: true, validatesOn: ['create', 'update'] },
];

/** A test engine. */
export interface TestEngine<RuleName extends string = string> extends AsyncDisposable {
  readonly engine: PolicyEngine<RuleName>;
  /** A caller who is signed in as this user, or not at all. */
  as(userId: string | null): TestClient;
}

/**
 * Creates an engine with a migrated in-memory database and the three rules that the regulation requires. A caller that
 * sends `X-Test-User` is signed in as that user; `admin` is the administrator.
 *
 * @example
 * ```ts
 * await using test = await getTestEngine();
 * const { body } = await test.as('anna').json('GET', '/policies/user_terms/pending.json');
 * ```
 */
export async function getTestEngine<RuleName extends string = TestRule>(
  options: Partial<PolicyEngineOptions<RuleName>> = {},
): Promise<TestEngine<RuleName>> {
  const engine = createPolicyEngine<RuleName>({
    database: nodeSqliteDatabase(':memory:'),
    // If the caller passed no rules, every name is one of these.
    rules: RULES as readonly RuleOptions[] as ReadonlyArray<RuleOptions<RuleName>>,
    currentUser: (request) => {
      const id = request.headers.get('x-test-user');
      return id === null ? null : { id, record: { id } };
    },
    isAdminMethod: ({ id }) => id === 'admin',
    userResource: { find: (id) => ({ id, email: `${id}@engine.test` }) },
    environment: 'test',
    ...options,
  });
  await engine.migrate();
  return {
    engine,
    as: (userId) => client(engine, userId),
    async [Symbol.asyncDispose]() {
      await engine.stop();
      await engine.database.close();
    },
  };
}

function client(engine: Pick<PolicyEngine, 'fetch'>, userId: string | null): TestClient {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (userId !== null) headers.set('x-test-user', userId);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await engine.fetch(new Request(TEST_ORIGIN + path, { ...init, headers }));
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
  return {
    cookies,
    fetch: send,
    async json(method, path, body) {
      const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) };
      const response = await send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

/** Stores or drops a cookie, as a browser would on this host; cookies of another domain are not stored. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  const has = (attribute: string) => attributes.some((text) => text.toLowerCase().startsWith(attribute));
  if (has('domain=')) return;
  if (has('max-age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(name.length + 1));
}
