/** Witnesses over loopback: honest ones, and other servers at their address. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Database, PolicyEngine } from 'policy-engine';
import { connectDatabase } from 'policy-engine';
import { formatVkey } from '../../dist/modules/proof/log/vkey.js';
import { parseVkey } from '../../dist/modules/proof/log/node.js';
import { newWitnessKey, type WitnessKey } from '../../dist/modules/proof/witness-server/key.js';
import { serveWitness } from '../../dist/modules/proof/witness-server/server.js';
import { prepareWitness } from '../../dist/modules/proof/witness-server/store.js';
import { Witness } from '../../dist/modules/proof/witness-server/witness.js';
import { listening } from '../../../../testing/listening.ts';

const silent = (): void => {};

/** A witness that can be stopped and restarted with its state. */
export class TestWitness {
  readonly key: WitnessKey;
  readonly vkey: string;
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #logs: string[];
  #server: Awaited<ReturnType<typeof serveWitness>> | undefined;
  #port = 0;

  private constructor(name: string, database: Database, clock: () => Date) {
    this.key = newWitnessKey(name).key;
    this.vkey = formatVkey(this.key.key);
    this.#database = database;
    this.#clock = clock;
    this.#logs = [];
  }

  /**
   * @param clock default: the machine's
   * @param database default: one of its own, in memory
   */
  static async start(name: string, clock: () => Date = () => new Date(), database?: Database): Promise<TestWitness> {
    const witness = new TestWitness(name, database ?? (await connectDatabase(':memory:')), clock);
    await witness.up();
    return witness;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get option(): { vkey: string; url: string } {
    return { vkey: this.vkey, url: this.url };
  }

  /** Adds a ledger. */
  async know(engine: PolicyEngine): Promise<void> {
    this.#logs.push(...(await engine.ledger.vkeys()));
    await this.down();
    await this.up();
  }

  async up(): Promise<void> {
    const [database, now, key] = [this.#database, this.#clock, this.key];
    const naming = await prepareWitness(database, now);
    const logs = this.#logs.map(parseVkey);
    const witness = new Witness({ database, naming, key, logs, now });
    this.#server = await serveWitness({ witness, key, host: '127.0.0.1', port: this.#port, say: silent });
    this.#port = Number(new URL(this.#server.url).port);
  }

  async down(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
  }

  async end(): Promise<void> {
    await this.down();
    await this.#database.close();
  }
}

/** A server with custom responses at an address. */
export async function answering(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = await listening(createServer(answer));
  return { url: server.url, close: () => server[Symbol.asyncDispose]() };
}
