import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../platform/database/port.ts';
import { type ModelHooks, OpenTransactions } from './model-hooks.ts';
import type { EntityClass, TypeOrmQueryRunner } from './typeorm-handles.ts';

interface EntityEvent {
  readonly queryRunner: TypeOrmQueryRunner;
  readonly entity?: object;
  readonly databaseEntity?: object;
}

type TransactionEvent = Pick<EntityEvent, 'queryRunner'>;

/** Checks and records around each insert and update of TypeORM's. */
export class PolicySubscriber<User extends object> {
  readonly #entity: EntityClass<User>;
  readonly #hooks: ModelHooks<User>;
  readonly #open = new OpenTransactions();
  /** Within calls that write users one by one. An upsert has an entity, too, but TypeORM does not know its row. */
  readonly #watching = new AsyncLocalStorage<true>();
  /** What to run when a runner has released its connection. */
  readonly #following = new WeakMap<TypeOrmQueryRunner, Array<() => Promise<void>>>();
  readonly #join: (queryRunner: TypeOrmQueryRunner) => Database;

  constructor(entity: EntityClass<User>, hooks: ModelHooks<User>, join: (queryRunner: TypeOrmQueryRunner) => Database) {
    this.#entity = entity;
    this.#hooks = hooks;
    this.#join = join;
  }

  listenTo(): EntityClass<User> {
    return this.#entity;
  }

  /** Runs a call that writes users one by one. */
  watching<T>(call: () => T): T {
    return this.#watching.run(true, call);
  }

  async beforeInsert({ entity, queryRunner }: EntityEvent): Promise<void> {
    if (entity === undefined) return;
    if (this.#watching.getStore() === undefined) {
      this.#hooks.refuseAttributes(entity, 'save the user');
      return;
    }
    await this.#hooks.check('create', entity, this.#hooks.of(entity), this.#databaseOf(queryRunner));
  }

  async afterInsert({ entity, queryRunner }: EntityEvent): Promise<void> {
    if (entity !== undefined && this.#watching.getStore()) await this.record(entity as User, queryRunner);
  }

  async beforeUpdate({ entity, databaseEntity, queryRunner }: EntityEvent): Promise<void> {
    // A statement without an entity is not about a particular user.
    if (entity === undefined || databaseEntity === undefined) return;
    await this.#hooks.check('update', databaseEntity, this.#hooks.of(entity), this.#databaseOf(queryRunner));
  }

  async afterUpdate({ entity, databaseEntity, queryRunner }: EntityEvent): Promise<void> {
    if (entity !== undefined && databaseEntity !== undefined) await this.record(entity as User, queryRunner);
  }

  afterTransactionStart({ queryRunner }: TransactionEvent): void {
    const depth = depthOf(queryRunner);
    if (depth > 0) this.#open.savepointBegan(queryRunner, depth);
  }

  afterTransactionCommit({ queryRunner }: TransactionEvent): void {
    const following = this.#following.get(queryRunner);
    if (!queryRunner.isTransactionActive) following?.push(this.#open.committed(queryRunner));
  }

  afterTransactionRollback({ queryRunner }: TransactionEvent): void {
    this.#open.rolledBack(queryRunner, queryRunner.isTransactionActive ? depthOf(queryRunner) + 1 : 0);
  }

  /** Checks and records for a user without changed columns, for whom TypeORM runs no update. */
  async decideAlone(user: User, queryRunner: TypeOrmQueryRunner): Promise<void> {
    const attributes = this.#hooks.of(user);
    if (this.#open.has(queryRunner, user, attributes)) return;
    await this.#hooks.check('update', user, attributes, this.#databaseOf(queryRunner));
    await this.record(user, queryRunner);
  }

  async record(user: User, queryRunner: TypeOrmQueryRunner): Promise<void> {
    const attributes = this.#hooks.of(user);
    const committed = await this.#hooks.record(user, attributes, this.#databaseOf(queryRunner));
    if (!committed) return;
    this.#open.note(queryRunner, { user, attributes, committed });
    this.#followOnRelease(queryRunner);
  }

  /**
   * What follows a commit queries the database, and may be the host's own code: it runs when the runner has released
   * its connection. Otherwise a pool could deadlock: all of its connections would wait for another one.
   */
  #followOnRelease(queryRunner: TypeOrmQueryRunner): void {
    if (this.#following.has(queryRunner)) return;
    const following: Array<() => Promise<void>> = [];
    this.#following.set(queryRunner, following);
    const release = queryRunner.release.bind(queryRunner);
    queryRunner.release = async () => {
      await release();
      for (const follow of following.splice(0)) await follow();
    };
  }

  #databaseOf(queryRunner: TypeOrmQueryRunner): Database {
    return this.#open.databaseOf(queryRunner, () => this.#join(queryRunner));
  }
}

/** The number of enclosing savepoints: TypeORM counts transactions from 1. */
function depthOf(queryRunner: TypeOrmQueryRunner): number {
  return Math.max(0, Number(Reflect.get(queryRunner, 'transactionDepth') ?? 1) - 1);
}
