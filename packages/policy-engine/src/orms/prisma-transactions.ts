/**
 * The interactive transactions of a Prisma client. Prisma does not report when one is committed, so its client is
 * observed where it starts and ends them.
 */
import type { Database } from '../platform/database/port.ts';
import { OpenTransactions } from './model-hooks.ts';

interface Engine {
  transaction?(
    action: 'start' | 'commit' | 'rollback',
    headers: unknown,
    given: { id?: string; newTxId?: string },
  ): Promise<{
    id: string;
  }>;
}

/** The object that identifies one transaction, and how many savepoints are open in it. */
interface Running {
  readonly key: object;
  depth: number;
}

/** The running transactions, by their IDs. */
export class PrismaTransactions {
  readonly #running = new Map<string, Running>();
  readonly #open = new OpenTransactions();

  /** @param client the client of the transactions, including those of its extensions */
  constructor(client: object) {
    const engine = Reflect.get(client, '_engine') as Engine | undefined;
    const transaction = engine?.transaction?.bind(engine);
    if (!engine || !transaction) return;
    engine.transaction = async (action, headers, given) => {
      const answer = await transaction(action, headers, given);
      if (action === 'start') this.#started(answer.id);
      else await this.#ended(given.id ?? '', action);
      return answer;
    };
  }

  /** Whether it is known when a transaction ends. */
  knows(id: string): boolean {
    return this.#running.has(id);
  }

  /** The engine's database in a transaction, the same each time. */
  databaseOf(id: string, join: () => Database): Database {
    const running = this.#running.get(id);
    return running ? this.#open.databaseOf(running.key, join) : join();
  }

  /** Registers what to run when the transaction is committed. */
  follow(id: string, user: object, committed: () => Promise<void>): void {
    this.#open.note(this.#running.get(id)!.key, { user, attributes: {}, committed });
  }

  /** A savepoint has the ID of its transaction. */
  #started(id: string): void {
    const running = this.#running.get(id);
    if (running) {
      this.#open.savepointBegan(running.key, running.depth);
      running.depth += 1;
    } else {
      this.#running.set(id, { key: {}, depth: 1 });
    }
  }

  async #ended(id: string, action: 'commit' | 'rollback'): Promise<void> {
    const running = this.#running.get(id);
    if (!running) return;
    running.depth -= 1;
    if (running.depth === 0) this.#running.delete(id);
    if (action === 'rollback') this.#open.rolledBack(running.key, running.depth);
    else if (running.depth === 0) await this.#open.committed(running.key)();
  }
}
