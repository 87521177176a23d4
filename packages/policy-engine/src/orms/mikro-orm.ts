/**
 * MikroORM 7 over PostgreSQL, MySQL, MariaDB and SQLite: the engine on its connections, in its transactions, and on the user
 * entity.
 *
 * @module
 */
import { PolicyEngineError } from '../errors/errors.ts';
import { databaseOfHandle } from '../platform/database/connection/host-handles.ts';
import type { Database } from '../platform/database/port.ts';
import type { PolicyEngine } from '../policy-engine.ts';
import {
  dialectOf,
  type KyselyConnection,
  type KyselyTransaction,
  transactionOf as transactionOfKysely,
  transactionOn,
} from './kysely.ts';
import { type EntityClass, watchManagers } from './mikro-orm-managers.ts';
import { ModelHooks, OpenTransactions, type PolicyHookOptions } from './model-hooks.ts';

export type { EntityClass } from './mikro-orm-managers.ts';
export type { PolicyHookOptions } from './model-hooks.ts';

/** The part of an `EntityManager` that is used. */
export interface MikroOrmManager {
  getConnection(): object;
  getTransactionContext(): unknown;
  getEventManager(): { registerSubscriber(subscriber: object): void };
}

interface Connection {
  getNativeClient(): Promise<unknown>;
  transactional(run: (context: Context) => Promise<void>): Promise<void>;
}

/** A transaction of MikroORM's: one of Kysely's. */
interface Context extends KyselyTransaction {
  /** The number of enclosing savepoints; undefined for none. */
  readonly index?: number;
  readonly savepointName?: string;
}

/**
 * The engine's database over the pool that MikroORM uses. For a file of SQLite it opens connections of its own, with the same copy of
 * SQLite.
 *
 * @throws {PolicyEngineError} `database_misuse` for a driver that the engine does not support
 */
export async function databaseOf(em: Pick<MikroOrmManager, 'getConnection'>): Promise<Database> {
  return databaseOfHandle(await (em.getConnection() as Connection).getNativeClient());
}

/**
 * The engine's database in a transaction of MikroORM's, until that ends. Flush before, so that the user exists.
 *
 * @throws {PolicyEngineError} `database_misuse` if no transaction is open
 *
 * @example
 * ```ts
 * const recorded = await orm.em.transactional(async (em) => {
 *   const user = em.create(User, { email });
 *   await em.flush();
 *   return engine.recordPolicies(transactionOf(em), user.id, form);
 * });
 * ```
 */
export function transactionOf(em: Pick<MikroOrmManager, 'getTransactionContext'>): Database {
  const context = em.getTransactionContext() as Context | undefined;
  if (context !== undefined) return transactionOfKysely(context);
  throw new PolicyEngineError(
    'database_misuse',
    'No transaction is open here: pass the entity manager that em.transactional() gives you.',
  );
}

/**
 * Adds decisions on policies to the user entity: with `policy_rule_<name>: true`, `false` or the value of a checkbox on
 * it, a flush checks the rules that `validatesOn` names, and records the decisions in the transaction that writes the
 * user. The properties are not columns, and are removed once the transaction is committed. Call it once.
 *
 * `nativeInsert`, `nativeUpdate`, `upsert` and query builders have no entity: they bypass this, like every subscriber.
 *
 * @example
 * ```ts
 * policiesOn(orm.em, User, engine);
 * em.create(User, { email, policy_rule_privacy_terms: true });
 * await em.flush();
 * ```
 */
export function policiesOn<User extends object>(
  em: MikroOrmManager,
  entity: EntityClass<User>,
  engine: PolicyEngine,
  options: PolicyHookOptions<User> = {},
): void {
  const hooks = new ModelHooks<User>(engine, options);
  em.getEventManager().registerSubscriber(new PolicySubscriber(entity, hooks));
  watchManagers(em, entity, hooks);
}

interface EntityEvent {
  readonly entity: object;
  readonly em: MikroOrmManager;
}

interface FlushEvent {
  readonly em: MikroOrmManager;
  readonly uow: { getIdentityMap(): Iterable<object>; getChangeSets(): ReadonlyArray<{ readonly entity: object }> };
}

interface TransactionEvent {
  readonly transaction?: Context;
}

/** Checks and records around each insert and update of MikroORM's. */
class PolicySubscriber<User extends object> {
  readonly #entity: EntityClass<User>;
  readonly #hooks: ModelHooks<User>;
  readonly #open = new OpenTransactions();

  constructor(entity: EntityClass<User>, hooks: ModelHooks<User>) {
    this.#entity = entity;
    this.#hooks = hooks;
  }

  /** All entities: MikroORM compares classes, and subclasses of users are users. */
  getSubscribedEntities(): never[] {
    return [];
  }

  async beforeCreate({ entity, em }: EntityEvent): Promise<void> {
    if (entity instanceof this.#entity) await this.#check('create', entity, contextOf(em));
  }

  async afterCreate({ entity, em }: EntityEvent): Promise<void> {
    if (entity instanceof this.#entity) await this.#record(entity, contextOf(em));
  }

  async beforeUpdate({ entity, em }: EntityEvent): Promise<void> {
    if (entity instanceof this.#entity) await this.#check('update', entity, contextOf(em));
  }

  async afterUpdate({ entity, em }: EntityEvent): Promise<void> {
    if (entity instanceof this.#entity) await this.#record(entity, contextOf(em));
  }

  /** Before anything is written: checks the decisions of users whose columns have not changed. */
  async onFlush({ em, uow }: FlushEvent): Promise<void> {
    const written = new Set(uow.getChangeSets().map(({ entity }) => entity));
    const present = em.getTransactionContext() as Context | undefined;
    for (const user of this.#deciding(uow)) {
      const attributes = this.#hooks.of(user);
      const isRecorded = present !== undefined && this.#open.has(await keyOf(present), user, attributes);
      if (written.has(user) || isRecorded) continue;
      await this.#hooks.check('update', user, attributes, present && (await this.#databaseIn(present)));
    }
  }

  /** Decisions of users whose columns have not changed, so that MikroORM has updated nothing. */
  async afterFlush({ em, uow }: FlushEvent): Promise<void> {
    for (const user of this.#deciding(uow)) {
      const present = em.getTransactionContext() as Context | undefined;
      if (present !== undefined) await this.#decideAlone(user, present);
      else await this.#inTransaction(em, (context) => this.#decideAlone(user, context));
    }
  }

  async afterTransactionStart({ transaction }: TransactionEvent): Promise<void> {
    const depth = transaction?.index ?? 0;
    if (transaction && depth > 0) this.#open.savepointBegan(await keyOf(transaction), depth);
  }

  async afterTransactionCommit({ transaction }: TransactionEvent): Promise<void> {
    if (transaction && transaction.savepointName === undefined) await this.#open.committed(await keyOf(transaction))();
  }

  async afterTransactionRollback({ transaction }: TransactionEvent): Promise<void> {
    if (transaction) this.#open.rolledBack(await keyOf(transaction), transaction.index ?? 0);
  }

  /** Users with decisions. After a rollback, MikroORM does not write them again either. */
  #deciding(uow: FlushEvent['uow']): User[] {
    return [...uow.getIdentityMap()].filter(
      (one): one is User =>
        one instanceof this.#entity && this.#hooks.hasAny(one) && !this.#open.isUndone(one, this.#hooks.of(one)),
    );
  }

  async #inTransaction(em: MikroOrmManager, run: (context: Context) => Promise<void>): Promise<void> {
    let begun: Context | undefined;
    try {
      await (em.getConnection() as Connection).transactional(async (context) => {
        begun = context;
        await run(context);
      });
    } catch (error) {
      if (begun) this.#open.rolledBack(await keyOf(begun), 0);
      throw error;
    }
    if (begun) await this.#open.committed(await keyOf(begun))();
  }

  async #decideAlone(user: User, context: Context): Promise<void> {
    if (this.#open.has(await keyOf(context), user, this.#hooks.of(user))) return;
    await this.#check('update', user, context);
    await this.#record(user, context);
  }

  async #check(event: 'create' | 'update', user: User, context: Context): Promise<void> {
    await this.#hooks.check(event, user, this.#hooks.of(user), await this.#databaseIn(context));
  }

  async #record(user: User, context: Context): Promise<void> {
    const attributes = this.#hooks.of(user);
    const committed = await this.#hooks.record(user, attributes, await this.#databaseIn(context));
    if (committed) this.#open.note(await keyOf(context), { user, attributes, committed });
  }

  async #databaseIn(context: Context): Promise<Database> {
    const connection = await keyOf(context);
    // Not keyed by the context, which may be a savepoint's and end before the transaction does.
    return this.#open.databaseOf(connection, () => transactionOn(connection, dialectOf(context)));
  }
}

function contextOf(em: MikroOrmManager): Context {
  const context = em.getTransactionContext() as Context | undefined;
  if (context !== undefined) return context;
  throw new PolicyEngineError(
    'database_misuse',
    'A user is written outside of a transaction (implicitTransactions: false), where their decisions could be recorded without them.',
  );
}

/** The connection, which savepoints share with their transaction. */
async function keyOf(context: Context): Promise<KyselyConnection> {
  const executor = context.getExecutor() as unknown as {
    provideConnection<T>(use: (connection: KyselyConnection) => Promise<T>): Promise<T>;
  };
  return executor.provideConnection(async (connection) => connection);
}
