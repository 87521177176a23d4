/** A shop with everything configured, whose people, visitors and administrators walk through the engine. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import assert from 'node:assert/strict';
import type { Database, OutgoingMail, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { createId, timeText } from 'policy-engine/database';
import { localAttachments } from 'policy-engine/export';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { createQueries } from '../../../dist/schema.js';
import { addPerson, BEGIN, DAY, findUser, makeShop, RULES } from '../../erasure/shop.ts';
import { SECRET } from '../../webhooks/support.ts';

export const ADMIN = 'admin';
export const LEDGER_KEY: string = generateKeyPairSync('ed25519')
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();

const VISITS = RULES.find(({ name }) => name === 'visits')!;

/** What a response contained. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

interface Asking {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: JSON. */
  readonly accept?: string;
}

/** The shop. Its database is empty before. */
export class Walker {
  readonly database: Database;
  readonly sent: OutgoingMail[] = [];
  /** Messages of the log; a walk leaves none about the database. */
  readonly logged: string[] = [];
  /** Whether the host fails to return data of people, and to send mail. */
  isBroken = false;
  readonly folder: string = mkdtempSync(path.join(tmpdir(), 'policy-engine-walk-'));
  #cookies: Map<string, string> = new Map();
  #time: number = BEGIN;
  #engine: PolicyEngine | undefined;

  /** Where its events go. */
  receiver = '';
  /** Who cosigns its ledger. */
  witnesses: NonNullable<NonNullable<PolicyEngineOptions['ledger']>['witnesses']> = [];

  constructor(database: Database) {
    this.database = database;
  }

  /** The time of the host. */
  readonly now = (): Date => new Date((this.#time += 1));

  get engine(): PolicyEngine {
    assert.ok(this.#engine);
    return this.#engine;
  }

  /** Starts a process of the host. */
  async start(): Promise<PolicyEngine> {
    const { database, folder } = this;
    const { engine } = await getTestEngine<string>({
      database,
      rules: [
        { name: 'cookie', sessionless: true },
        { name: 'age', blocking: true, validatesOn: ['create', 'update'] },
        { name: 'privacy_terms', blocking: true, validatesOn: ['create', 'update'] },
        { name: 'privacy', notice: true },
      ],
      scripts: [
        {
          name: 'Counter',
          provider: 'Count & Co',
          rule: 'cookie',
          script: '',
          environments: ['test'],
          domain: 'shop.example',
          cookies: ['_ga', '_gone'],
        },
      ],
      environment: 'test',
      now: this.now,
      logger: { error: (message, context) => void this.logged.push(`${message} ${JSON.stringify(context)}`) },
      userResource: {
        find: (id) => findUser(database, id),
        search: async (text) => [await findUser(database, text)].filter((user) => user !== null),
      },
      dataRules: [
        ...RULES.filter((rule) => rule !== VISITS),
        { ...VISITS, retention: { after: { days: 400 }, from: 'seen_at' } },
      ],
      portabilityRules: [
        {
          name: 'profile',
          member: () => {
            if (this.isBroken) throw new Error('the host is broken');
            return { name: 'A person' };
          },
        },
      ],
      erasure: { graceDays: 1, identify: 'mail', journal: path.join(folder, 'journal'), journalKey: 'k'.repeat(32) },
      webhooks: [
        // Nobody listens on this port.
        { name: 'crm', url: 'http://127.0.0.1:9/events', secret: SECRET, events: ['policy-engine.policy.published'] },
        { name: 'lake', url: this.receiver, secret: SECRET, events: ['policy-engine.request.created'] },
      ],
      ledgerKey: LEDGER_KEY,
      fromEmail: 'privacy@shop.test',
      adminEmailInbox: 'admin@shop.test',
      mail: {
        transport: {
          sendMail: async (mail) => {
            if (this.isBroken) throw new Error('the mail server is broken');
            this.sent.push(mail);
          },
        },
        ledgerDigest: true,
      },
      attachments: { storage: localAttachments(path.join(folder, 'files')) },
      publicOrigins: [TEST_ORIGIN],
      writeLimit: false,
      ledger: { mark: path.join(folder, 'mark.txt'), witnesses: this.witnesses },
    });
    this.#engine = engine;
    return engine;
  }

  async addPeople(...ids: readonly string[]): Promise<void> {
    for (const id of ids) await addPerson(this.database, id, { orders: 2, reviews: 1, visits: 2 });
  }

  async makeTables(): Promise<void> {
    await makeShop(this.database);
  }

  /** Jobs about somebody that have failed permanently: of the host's data, and a mail. */
  async addFailedJobs(user: string): Promise<void> {
    const at = timeText(this.now());
    const row = { state: 'failed', attempts: 12, max_attempts: 12, token: 0, created_at: at, updated_at: at };
    const rows = [
      { ...row, id: createId(), name: 'policy-changed', payload: JSON.stringify({ user }) },
      { ...row, id: createId(), name: 'mail', payload: JSON.stringify({ mail: user }) },
    ];
    await createQueries(this.database).insertInto('jobs').values(rows).execute();
  }

  /** Another browser, without cookies. */
  newBrowser(): void {
    this.#cookies = new Map();
  }

  /** Moves the clock, and runs what is due. */
  async pass(days: number, rounds?: number): Promise<void> {
    this.#time += days * DAY;
    await this.work(rounds);
  }

  /** Runs what is due, and what became due with it. */
  async work(rounds = 2): Promise<void> {
    for (let round = 0; round < rounds; round += 1) await this.engine.jobs.runDue();
  }

  /** Sends a request below the mount path; fails for a status of 400 or above. */
  readonly ask = async (user: string | null, method: string, where: string, asking: Asking = {}): Promise<Answer> => {
    const answer = await this.tryTo(user, method, where, asking);
    assert.ok(answer.status < 400, `${method} ${where}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer;
  };

  /** Sends a request that may be refused; fails for a status of 500 or above. */
  async tryTo(user: string | null, method: string, where: string, asking: Asking = {}): Promise<Answer> {
    const { body, headers = {}, accept = 'application/json' } = asking;
    const sent = new Headers({ accept, 'sec-fetch-site': 'same-origin', ...headers });
    if (user !== null) sent.set('x-test-user', user);
    if (body !== undefined) sent.set('content-type', 'application/json');
    if (user === null) sent.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const init = { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await this.engine.fetch(new Request(`${TEST_ORIGIN}/policies${where}`, init));
    if (user === null) this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    assert.ok(response.status < 500, `${method} ${where}: ${response.status} ${text.slice(0, 500)}`);
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, text, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
  }

  /** A request to a page of the host, with the browser's cookies. */
  page(user: string | null, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    if (user !== null) headers.set('x-test-user', user);
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    headers.set('sec-fetch-site', 'same-origin');
    return new Request(`${TEST_ORIGIN}/`, { ...init, headers });
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ''] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (/; max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(name.length + 1));
    }
  }
}
