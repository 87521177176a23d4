/** The environment of an operation: an engine on a database, with its clock, mail, files and host. */
import { generateKeyPairSync } from 'node:crypto';
import type { Database, OutgoingMail, PolicyEngine } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { Faults } from './faults.ts';
import { faultyDatabase, faultyMail, faultyQueue, faultyRelay, faultyStorage, type UnderWay } from './ports.ts';

const ORIGIN = 'http://host.test';
export const RULES = [
  { name: 'cookie', sessionless: true },
  { name: 'age', blocking: true },
  { name: 'privacy_terms', blocking: true },
] as const;
export type RuleName = (typeof RULES)[number]['name'];
export type Engine = PolicyEngine<RuleName>;

const KEY = generateKeyPairSync('ed25519').privateKey;
const BEGIN = Date.UTC(2026, 2, 1, 10);
export const HOUR = 3_600_000;

/** An unsuccessful response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** The state of a world beside its database. */
interface Contents {
  readonly sent: readonly OutgoingMail[];
  readonly files: ReadonlyMap<string, Buffer>;
  readonly notes: ReadonlyMap<string, string>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly time: number;
}

const NOTHING: Contents = { sent: [], files: new Map(), notes: new Map(), cookies: new Map(), time: BEGIN };

/** How the host is set up. */
export interface WorldSet {
  /** Jobs go through a queue outside of the database. */
  readonly isRelayed?: boolean;
  /** Publishing and erasing need a second administrator. */
  readonly needsTwo?: boolean;
}

/** What outlives a process: the database, sent mail, files, cookies of the browser, values that the test stored. */
export class World {
  /** Without faults, for the host and for checks. */
  readonly database: Database;
  readonly sent: OutgoingMail[];
  readonly files: Map<string, Buffer>;
  readonly notes: Map<string, string>;
  /** Whether the host fails to return its data. */
  isHostBroken = false;
  /** For a queue outside of the database. */
  readonly underWay: UnderWay = { count: 0 };
  readonly #set: WorldSet;
  readonly #cookies: Map<string, string>;
  #time: number;
  #faults = new Faults();
  #engine: Engine;

  /**
   * @param set how the host is set up
   * @param contents state of an earlier world; its caller restores the database
   */
  constructor(database: Database, set: WorldSet = {}, { sent, files, notes, cookies, time }: Contents = NOTHING) {
    this.database = database;
    this.#set = set;
    this.sent = [...sent];
    this.files = new Map(files);
    this.notes = new Map(notes);
    this.#cookies = new Map(cookies);
    this.#time = time;
    this.#engine = this.#start();
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  get time(): number {
    return this.#time;
  }

  get engine(): Engine {
    return this.#engine;
  }

  get faults(): Faults {
    return this.#faults;
  }

  /** A new process takes over, and the old one never comes back. */
  restart(): void {
    this.#faults = new Faults();
    this.#engine = this.#start();
  }

  pass(milliseconds: number): void {
    this.#time += milliseconds;
  }

  /** What `prepare` stored. */
  note(name: string): string {
    const value = this.notes.get(name);
    if (value === undefined) throw new Error(`Nothing is noted as ${name}.`);
    return value;
  }

  /** Sends a request below the mount path. @throws {Refusal} for a status of 400 or above */
  async ask(user: string | null, method: string, path: string, given: Asked = {}): Promise<Response> {
    const { body, headers = {} } = given;
    const sent = new Headers({ accept: 'application/json', 'sec-fetch-site': 'same-origin', ...headers });
    if (user !== null) sent.set('x-user', user);
    if (body !== undefined) sent.set('content-type', 'application/json');
    if (this.#cookies.size > 0)
      sent.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const init = { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await this.#engine.fetch(new Request(`${ORIGIN}/policies${path}`, init));
    this.#keep(response.headers.getSetCookie());
    if (response.status < 400) return response;
    const problem = (await response.json()) as { code?: string };
    throw new Refusal(response.status, problem.code ?? 'no problem document');
  }

  /** A request to a page of the host, with the browser's cookies. */
  page(user: string | null, headers: Readonly<Record<string, string>> = {}): Request {
    const sent = new Headers(headers);
    if (user !== null) sent.set('x-user', user);
    sent.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    return new Request(`${ORIGIN}/`, { headers: sent });
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(name.length + 1));
    }
  }

  #start(): Engine {
    const faults = this.#faults;
    return createPolicyEngine({
      database: faultyDatabase(this.database, faults),
      rules: RULES,
      // A key that is created on first use is a row that not every path through an operation leaves.
      cookieSecret: 'c'.repeat(64),
      currentUser: (request) => {
        const id = request.headers.get('x-user');
        return id === null ? null : { id, record: { id } };
      },
      isAdminMethod: ({ id }) => id === 'admin' || id === 'berta',
      fourEyes: this.#set.needsTwo ? ['publish', 'erase'] : [],
      userResource: { find: (id) => ({ id, email: `${id}@host.test` }) },
      portabilityRules: [
        {
          name: 'account',
          member: () => {
            if (this.isHostBroken) throw new Error('the host is broken');
            return { name: 'Anna' };
          },
        },
        { name: 'notes', collection: () => Array.from({ length: 25 }, (_, id) => ({ id })), per: 10 },
      ],
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => undefined } }],
      erasure: { identify: 'mail' },
      ledgerKey: KEY,
      fromEmail: 'privacy@host.test',
      adminEmailInbox: 'admin@host.test',
      mail: { transport: faultyMail(this.sent, faults), ledgerDigest: true },
      attachments: { storage: faultyStorage(this.files, faults) },
      jobs: this.#set.isRelayed ? faultyRelay(faults, this.underWay) : faultyQueue(faults),
      publicOrigins: [ORIGIN],
      writeLimit: false,
      logger: { error: () => {} },
      // Each read of the clock is a millisecond later, so that events sort in their order.
      now: () => new Date((this.#time += 1)),
    });
  }
}

interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
