/**
 * Sequelize 6 over `pg` and `mysql2`: the engine on its connections, in its transactions, and on the user model.
 *
 * @module
 */
import { PolicyEngineError } from '../errors.ts';
import { databaseOfPool, transactionOfHandle } from '../platform/database/host-handles.ts';
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
 * @throws {PolicyEngineError} `database_misuse` for a driver that the engine does not know
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
  afterCommit(run: () => unknown): void;
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
 * @throws {PolicyEngineError} `database_misuse` for one that has not begun or is over, or of another driver
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
  const { connection, finished, sequelize } = transaction as Transaction;
  const dialect = sequelize && DIALECTS[sequelize.getDialect()];
  if (connection === undefined || finished !== undefined || dialect === undefined) {
    throw new PolicyEngineError('database_misuse', 'Not an open transaction of Sequelize over pg or mysql2.');
  }
  return transactionOfHandle(dialect, connection);
}

const DIALECTS: Readonly<Record<string, Dialect>> = { postgres: 'postgres', mysql: 'mysql' };

const TURNS: unique symbol = Symbol('turns');

/** Lets the saves of `bulkCreate` run one after another, and none after one has failed: then the transaction is rolled back. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run);
    this.#last = turn;
    return turn;
  }
}

/** A model of Sequelize's. */
export interface SequelizeModel<User extends object = object> {
  readonly sequelize?: object;
  readonly rawAttributes: object;
  readonly prototype: User;
}

interface Options {
  readonly transaction?: Transaction | null;
  /** Of `bulkCreate`, which saves all at once. */
  readonly [TURNS]?: Turns;
  readonly [name: string]: unknown;
}

interface Instance {
  readonly isNewRecord: boolean;
  save(options?: Options): Promise<object>;
}

type Statement = (values: object, options?: Options) => Promise<unknown>;

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
  update: Statement;
  upsert: Statement;
  bulkCreate: (records: readonly object[], options?: Options) => Promise<unknown>;
  refreshAttributes(): void;
}

/**
 * Has the user model decide on policies: it gets the virtual attributes `policy_rule_<name>`; `save`, `create` and `bulkCreate` check the
 * rules that `validatesOn` names, and record what was decided, in the transaction that writes the user, for which one is begun
 * where there is none. The attributes are taken off once it is committed. Call it once, after the model is defined.
 *
 * `User.update(…, { where })`, `upsert` and `bulkCreate` with `updateOnDuplicate` or `ignoreDuplicates` have no instance: they check
 * nothing, and refuse these attributes.
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
  const hooks = new ModelHooks<User>(engine, options);
  const open = new OpenTransactions();
  const user = model as unknown as Model;
  declareAttributes(user, hooks.names);
  const inTransaction = <T>(given: Options, run: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const present =
      given.transaction ?? (user.sequelize.constructor._cls?.get('transaction') as Transaction | undefined);
    return present ? run(present) : user.sequelize.transaction(run);
  };
  const save = Reflect.get(user.prototype, 'save');
  user.prototype.save = function saveWithPolicies(this: Instance, given: Options = {}) {
    return inTransaction(given, (transaction) => {
      const saved = () =>
        savedIn(transaction, this as User & Instance, { hooks, open }, () =>
          save.call(this, { ...given, transaction }),
        );
      return given[TURNS]?.take(saved) ?? saved();
    });
  };
  const bulkCreate = user.bulkCreate.bind(user);
  user.bulkCreate = async (records, given = {}) => {
    if (given['updateOnDuplicate'] !== undefined || given['ignoreDuplicates'] === true) {
      for (const values of records) refuseAttributes(hooks, values);
      return bulkCreate(records, given);
    }
    // Each is saved as above, and all of them or none, as by the one statement that would be there otherwise.
    return inTransaction(given, (transaction) =>
      bulkCreate(records, { ...given, transaction, individualHooks: true, [TURNS]: new Turns() }),
    );
  };
  for (const name of ['update', 'upsert'] as const) {
    const statement = user[name].bind(user);
    user[name] = async (values, given) => {
      refuseAttributes(hooks, values);
      return statement(values, given);
    };
  }
}

async function savedIn<User extends object>(
  transaction: Transaction,
  user: User & Instance,
  { hooks, open }: { hooks: ModelHooks<User>; open: OpenTransactions },
  save: () => Promise<object>,
): Promise<object> {
  const outermost = outermostOf(transaction);
  const database = open.databaseOf(outermost, () => {
    outermost.afterCommit(() => open.committed(outermost));
    return transactionOf(transaction);
  });
  const attributes = hooks.of(user);
  await hooks.check(user.isNewRecord ? 'create' : 'update', user, attributes, database);
  const saved = await save();
  const committed = await hooks.record(user, attributes, database);
  if (committed) {
    const unlessUndone = async (): Promise<void> => (isUndone(transaction) ? undefined : committed());
    open.note(outermost, { depth: 0, user, attributes, committed: unlessUndone });
  }
  return saved;
}

/** Whether it, or a savepoint around it, was rolled back. */
function isUndone({ finished, parent }: Transaction): boolean {
  return finished === 'rollback' || (parent !== undefined && parent !== null && isUndone(parent));
}

function outermostOf(transaction: Transaction): Transaction {
  return transaction.parent ? outermostOf(transaction.parent) : transaction;
}

function declareAttributes(model: Model, names: readonly string[]): void {
  const type = model.sequelize.constructor.DataTypes.VIRTUAL;
  for (const name of names) model.rawAttributes[name] ??= { type };
  model.refreshAttributes();
}

function refuseAttributes(hooks: ModelHooks<never>, values: object): void {
  if (!hooks.hasAny(values)) return;
  throw new PolicyEngineError(
    'database_misuse',
    'A statement about many users, or an upsert, decides on no policies: load the user and save it with policy_rule_<name>.',
  );
}
