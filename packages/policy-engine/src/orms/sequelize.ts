/**
 * Sequelize 6 over `pg` and `mysql2`: the engine on its connections, in its transactions, and on the user model.
 *
 * @module
 */
import { PolicyEngineError } from '../errors/errors.ts';
import { databaseOfPool, transactionOfHandle } from '../platform/database/connection/host-handles.ts';
import type { Database, Dialect } from '../platform/database/port.ts';
import type { PolicyEngine } from '../policy-engine.ts';
import { ModelHooks, OpenTransactions, type PolicyHookOptions } from './model-hooks.ts';

export type { PolicyHookOptions } from './model-hooks.ts';

/** The part of Sequelize that is used. */
export interface SequelizeInstance {
  readonly connectionManager: object;
  getDialect(): string;
}

interface ConnectionManager {
  getConnection(options: { type: 'write' }): Promise<unknown>;
  releaseConnection(connection: unknown): void;
  destroyConnection(connection: unknown): Promise<void>;
}

/**
 * The engine's database over the pool that Sequelize uses.
 *
 * @throws {PolicyEngineError} `database_misuse` for a driver that the engine does not support
 */
export async function databaseOf(sequelize: SequelizeInstance): Promise<Database> {
  const manager = sequelize.connectionManager as ConnectionManager;
  return databaseOfPool({
    acquire: () => manager.getConnection({ type: 'write' }),
    release: (connection) => manager.releaseConnection(connection),
    destroy: (connection) => manager.destroyConnection(connection),
  });
}

/** A `Transaction` of Sequelize. */
export interface SequelizeTransaction {
  commit(): Promise<void>;
}

interface Transaction extends SequelizeTransaction {
  readonly connection?: object;
  readonly parent?: Transaction;
  /** `commit` or `rollback`, once it is over. */
  readonly finished?: string;
  readonly sequelize: SequelizeInstance;
}

/**
 * The engine's database in a transaction of Sequelize's, until that ends.
 *
 * @throws {PolicyEngineError} `database_misuse` for one that has not begun or has ended, or of another driver
 *
 * @example
 * ```ts
 * const recorded = await sequelize.transaction(async (transaction) => {
 *   const user = await User.create({ email }, { transaction });
 *   return engine.recordPolicies(transactionOf(transaction), user.id, form);
 * });
 * ```
 */
export function transactionOf(transaction: SequelizeTransaction): Database {
  const open = transaction as Transaction;
  const dialect = open.sequelize && DIALECTS[open.sequelize.getDialect()];
  if (!open.connection || open.finished !== undefined || dialect === undefined) {
    throw new PolicyEngineError('database_misuse', 'Not an open transaction of Sequelize over pg or mysql2.');
  }
  return transactionOfHandle(dialect, open.connection, () => open.finished !== undefined);
}

const DIALECTS: Readonly<Record<string, Dialect>> = { postgres: 'postgres', mysql: 'mysql' };

/** A model of Sequelize's. */
export interface SequelizeModel<User extends object = object> {
  readonly sequelize?: object;
  readonly rawAttributes: object;
  readonly prototype: User;
}

const TURNS: unique symbol = Symbol('turns');

interface Options {
  readonly transaction?: Transaction | null;
  readonly hooks?: boolean;
  readonly fields?: readonly string[];
  /** For `bulkCreate`, which saves all at once. */
  readonly [TURNS]?: SerialQueue;
  readonly [name: string]: unknown;
}

interface Instance {
  readonly isNewRecord: boolean;
  readonly dataValues: Record<string, unknown>;
  changed(name: string, isChanged: boolean): void;
  save(options?: Options): Promise<object>;
}

interface Model {
  readonly sequelize: SequelizeInstance & {
    readonly constructor: {
      readonly DataTypes: { readonly VIRTUAL: unknown };
      readonly _cls?: { get(name: string): unknown };
    };
    transaction<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>;
  };
  readonly rawAttributes: Record<string, unknown>;
  readonly prototype: Instance;
  build(values: object, options?: Options): object;
  update(values: object, options?: Options): Promise<unknown>;
  upsert(values: object, options?: Options): Promise<unknown>;
  bulkCreate(records: readonly object[], options?: Options): Promise<unknown>;
  refreshAttributes(): void;
}

type Save<User> = (this: User, options?: Options) => Promise<object>;

/** Runs the saves of `bulkCreate` one after another, and none after a failure: then the transaction is rolled back. */
class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run);
    this.#last = turn;
    return turn;
  }
}

/**
 * Adds decisions on policies to the user model: it gets the virtual attributes `policy_rule_<name>`; `save`, `create`
 * and `bulkCreate` check the rules that `validatesOn` names, and record the decisions in the transaction that writes
 * the user; if there is none, they begin one. The attributes are removed once it is committed. Call it once, after the
 * model is defined.
 *
 * `User.update(…, { where })`, `upsert`, `bulkCreate` with `updateOnDuplicate` or `ignoreDuplicates`, and everything
 * with `hooks: false` check nothing, and reject these attributes.
 *
 * @example
 * ```ts
 * policiesOn(User, engine);
 * await User.create({ email, policy_rule_privacy_terms: true });
 * ```
 */
export function policiesOn<User extends object>(
  model: SequelizeModel<User>,
  engine: PolicyEngine,
  options: PolicyHookOptions<User> = {},
): void {
  new PolicyModel<User & Instance>(new ModelHooks(engine, options as PolicyHookOptions, takeOff)).install(
    model as unknown as Model,
  );
}

/** Bypasses the setter, which would mark it as changed. */
function takeOff(user: object, name: string): void {
  const instance = user as Instance;
  instance.dataValues[name] = undefined;
  instance.changed(name, false);
}

/**
 * The user model, with methods that check and record. Models that inherit them (scopes, schemas, subclasses) stay
 * unchanged.
 */
class PolicyModel<User extends Instance> {
  readonly #hooks: ModelHooks<User>;
  readonly #open = new OpenTransactions();
  readonly #declared = new WeakSet<Model>();

  constructor(hooks: ModelHooks<User>) {
    this.#hooks = hooks;
  }

  install(model: Model): void {
    const { build, update, upsert, bulkCreate } = methodsOf(model);
    const save = Reflect.get(model.prototype, 'save') as Save<Instance>;
    const refuse = (values: object) =>
      this.#hooks.refuseAttributes(values, 'load the user and save it with policy_rule_<name>');
    const declare = (of: Model) => this.#declare(of);
    const saveWithPolicies = (user: User, given: Options) =>
      this.#save(user, given, (options) => save.call(user, options));
    const createAll = (of: Model, records: readonly object[], given: Options) =>
      // Each is saved as by `save`, and all of them or none, as with a single statement.
      inTransaction(of, given, (transaction) =>
        bulkCreate.call(of, records, { ...given, transaction, individualHooks: true, [TURNS]: new SerialQueue() }),
      );

    declare(model);
    Object.assign(model, {
      build(this: Model, values: object, given?: Options) {
        declare(this);
        return build.call(this, values, given);
      },
      async update(this: Model, values: object, given?: Options) {
        refuse(values);
        return update.call(this, values, given);
      },
      async upsert(this: Model, values: object, given?: Options) {
        refuse(values);
        return upsert.call(this, values, given);
      },
      async bulkCreate(this: Model, records: readonly object[], given: Options = {}) {
        const isChecked =
          given['updateOnDuplicate'] === undefined && given['ignoreDuplicates'] !== true && given.hooks !== false;
        if (isChecked) return createAll(this, records, given);
        for (const values of records) refuse(values);
        return bulkCreate.call(this, records, given);
      },
    });
    Object.assign(model.prototype, {
      save(this: User, given: Options = {}) {
        return saveWithPolicies(this, given);
      },
    });
  }

  #declare(model: Model): void {
    if (this.#declared.has(model)) return;
    this.#declared.add(model);
    const type = model.sequelize.constructor.DataTypes.VIRTUAL;
    for (const name of this.#hooks.names) model.rawAttributes[name] ??= { type };
    model.refreshAttributes();
  }

  #save(
    user: User,
    { [TURNS]: turns, ...given }: Options,
    save: (options: Options) => Promise<object>,
  ): Promise<object> {
    if (given.hooks === false) {
      this.#hooks.refuseAttributes(user, 'save it without hooks: false');
      return save(given);
    }
    const model = user.constructor as unknown as Model;
    return inTransaction(model, given, (transaction) => {
      const saved = () => this.#saveIn(transaction, user, given, () => save({ ...given, transaction }));
      return turns?.take(saved) ?? saved();
    });
  }

  async #saveIn(
    transaction: Transaction,
    user: User,
    { fields }: Options,
    save: () => Promise<object>,
  ): Promise<object> {
    const outermost = outermostOf(transaction);
    const database = this.#open.databaseOf(outermost, () => {
      this.#follow(outermost);
      return transactionOf(outermost);
    });
    const all = Object.entries(this.#hooks.of(user));
    const attributes = Object.fromEntries(fields ? all.filter(([name]) => fields.includes(name)) : all);
    await this.#hooks.check(user.isNewRecord ? 'create' : 'update', user, attributes, database);
    const saved = await save();
    const committed = await this.#hooks.record(user, attributes, database);
    if (committed) {
      const unlessUndone = async (): Promise<void> => (isUndone(transaction) ? undefined : committed());
      this.#open.note(outermost, { user, attributes, committed: unlessUndone });
    }
    return saved;
  }

  /** Not with Sequelize's `afterCommit`, which also runs if the commit failed. */
  #follow(transaction: Transaction): void {
    const commit = transaction.commit.bind(transaction);
    transaction.commit = async () => {
      await commit();
      await this.#open.committed(transaction)();
    };
  }
}

type MethodOf<Name extends 'build' | 'update' | 'upsert' | 'bulkCreate'> = (
  this: Model,
  ...parameters: Parameters<Model[Name]>
) => ReturnType<Model[Name]>;

interface Methods {
  readonly build: MethodOf<'build'>;
  readonly update: MethodOf<'update'>;
  readonly upsert: MethodOf<'upsert'>;
  readonly bulkCreate: MethodOf<'bulkCreate'>;
}

/** The original methods, which must be called on the model that was called. */
function methodsOf(model: Model): Methods {
  return {
    build: Reflect.get(model, 'build'),
    update: Reflect.get(model, 'update'),
    upsert: Reflect.get(model, 'upsert'),
    bulkCreate: Reflect.get(model, 'bulkCreate'),
  };
}

/**
 * Runs in the given transaction, in that of the continuation (CLS), or in one of its own. Null means one of its own, as
 * in Sequelize.
 */
function inTransaction<T>(model: Model, given: Options, run: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { sequelize } = model;
  const present = given.transaction === undefined ? sequelize.constructor._cls?.get('transaction') : given.transaction;
  return present ? run(present as Transaction) : sequelize.transaction(run);
}

/** Whether it, or a savepoint around it, was rolled back. */
function isUndone({ finished, parent }: Transaction): boolean {
  return finished === 'rollback' || (parent !== undefined && parent !== null && isUndone(parent));
}

function outermostOf(transaction: Transaction): Transaction {
  return transaction.parent ? outermostOf(transaction.parent) : transaction;
}
