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

  readonly #join: (queryRunner: TypeOrmQueryRunner) => Database;

  constructor(entity: EntityClass<User>, hooks: ModelHooks<User>, join: (queryRunner: TypeOrmQueryRunner) => Database) {
    this.#entity = entity;
    this.#hooks = hooks;
    this.#join = join;
  }

  listenTo(): EntityClass<User> {
    return this.#entity;
  }

  async beforeInsert({ entity, queryRunner }: EntityEvent): Promise<void> {
    if (entity === undefined) return;
    const attributes = this.#hooks.of(entity);
    await this.#hooks.check('create', entity, attributes, this.#databaseOf(queryRunner));
  }

  async afterInsert({ entity, queryRunner }: EntityEvent): Promise<void> {
    if (entity !== undefined) await this.record(entity as User, queryRunner);
  }

  async beforeUpdate({ entity, databaseEntity, queryRunner }: EntityEvent): Promise<void> {
    // A statement without an entity is about nobody in particular.
    if (entity === undefined || databaseEntity === undefined) return;
    await this.#hooks.check('update', databaseEntity, this.#hooks.of(entity), this.#databaseOf(queryRunner));
  }

  async afterUpdate({ entity, databaseEntity, queryRunner }: EntityEvent): Promise<void> {
    if (entity !== undefined && databaseEntity !== undefined) await this.record(entity as User, queryRunner);
  }

  async afterTransactionCommit({ queryRunner }: TransactionEvent): Promise<void> {
    if (!queryRunner.isTransactionActive) await this.#open.committed(queryRunner);
  }

  afterTransactionRollback({ queryRunner }: TransactionEvent): void {
    this.#open.rolledBack(queryRunner, queryRunner.isTransactionActive ? depthOf(queryRunner) + 1 : 0);
  }

  /** Checks and records for a user of whom no column has changed, so that TypeORM has updated nothing. */
  async decideAlone(user: User, queryRunner: TypeOrmQueryRunner): Promise<void> {
    const attributes = this.#hooks.of(user);
    if (this.#open.has(queryRunner, user, attributes)) return;
    await this.#hooks.check('update', user, attributes, this.#databaseOf(queryRunner));
    await this.record(user, queryRunner);
  }

  async record(user: User, queryRunner: TypeOrmQueryRunner): Promise<void> {
    const attributes = this.#hooks.of(user);
    const committed = await this.#hooks.record(user, attributes, this.#databaseOf(queryRunner));
    if (committed) this.#open.note(queryRunner, { depth: depthOf(queryRunner), user, attributes, committed });
  }

  #databaseOf(queryRunner: TypeOrmQueryRunner): Database {
    return this.#open.databaseOf(queryRunner, () => this.#join(queryRunner));
  }
}

/** How many savepoints are around: TypeORM counts transactions from 1. */
function depthOf(queryRunner: TypeOrmQueryRunner): number {
  return Math.max(0, Number(Reflect.get(queryRunner, 'transactionDepth') ?? 1) - 1);
}
