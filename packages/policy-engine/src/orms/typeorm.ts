/**
 * TypeORM over `postgres`, `mysql`, `mariadb` and `better-sqlite3`: the engine on its connections, in its transactions, and on the
 * user entity.
 *
 * @module
 */
import { PolicyEngineError } from '../errors/errors.ts';
import { databaseOfHandle, transactionOfHandle } from '../platform/database/connection/host-handles.ts';
import type { Database, Dialect } from '../platform/database/port.ts';
import type { PolicyEngine } from '../policy-engine.ts';
import { ModelHooks, type PolicyHookOptions } from './model-hooks.ts';
import type { EntityClass, TypeOrmDataSource, TypeOrmManager, TypeOrmQueryRunner } from './typeorm-handles.ts';
import { watchManagers } from './typeorm-managers.ts';
import { PolicySubscriber } from './typeorm-subscriber.ts';

export type { PolicyHookOptions } from './model-hooks.ts';
export type { EntityClass, TypeOrmDataSource, TypeOrmManager, TypeOrmQueryRunner } from './typeorm-handles.ts';

/**
 * The engine's database over the pool that TypeORM uses. For a file of better-sqlite3 it opens connections of its own, with the same
 * copy of SQLite.
 *
 * @param dataSource an initialized data source
 * @throws {PolicyEngineError} `database_misuse` for a driver that the engine does not support
 */
export async function databaseOf({ driver }: Pick<TypeOrmDataSource, 'driver'>): Promise<Database> {
  // Each driver has it under a name of its own: PostgreSQL, MySQL, better-sqlite3.
  const handles = ['master', 'pool', 'databaseConnection'].map((name): unknown => Reflect.get(driver, name));
  return databaseOfHandle(handles.find((handle) => handle !== undefined && handle !== null));
}

/**
 * The engine's database in a transaction of TypeORM's, until that ends.
 *
 * @param within the manager of the transaction, or its query runner
 * @throws {PolicyEngineError} `database_misuse` if no transaction is open
 *
 * @example
 * ```ts
 * const recorded = await dataSource.transaction(async (manager) => {
 *   const user = await manager.save(User, { email });
 *   return engine.recordPolicies(transactionOf(manager), user.id, form);
 * });
 * ```
 */
export function transactionOf(within: TypeOrmManager | TypeOrmQueryRunner): Database {
  const runner = 'connect' in within ? within : within.queryRunner;
  const dialect = runner && DIALECTS[runner.connection.options.type];
  if (!runner || !dialect || !runner.isTransactionActive) {
    throw new PolicyEngineError(
      'database_misuse',
      'Not in a transaction of TypeORM over postgres, mysql, mariadb or better-sqlite3: pass the manager that dataSource.transaction() gives you.',
    );
  }
  return transactionOfHandle(dialect, runner.connect(), () => !runner.isTransactionActive);
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  postgres: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  'better-sqlite3': 'sqlite',
};

/**
 * Adds decisions on policies to the user entity: with `policy_rule_<name>: true`, `false` or the value of a checkbox on
 * it, `save` and `insert` check the rules that `validatesOn` names, and record the decisions in the transaction that
 * writes the user. The properties are not columns, and are removed once the transaction is committed. Call it once,
 * after `dataSource.initialize()`.
 *
 * `update(…)` and query builders are not about a particular user: they check nothing. `upsert(…)`, inserts of a query
 * builder and `save` with `listeners: false` reject these attributes.
 *
 * @example
 * ```ts
 * policiesOn(dataSource, User, engine);
 * await dataSource.manager.save(User, { email, policy_rule_privacy_terms: true });
 * ```
 */
export function policiesOn<User extends object>(
  dataSource: TypeOrmDataSource,
  entity: EntityClass<User>,
  engine: PolicyEngine,
  options: PolicyHookOptions<User> = {},
): void {
  const hooks = new ModelHooks<User>(engine, options);
  const subscriber = new PolicySubscriber(entity, hooks, transactionOf);
  dataSource.subscribers.push(subscriber);
  watchManagers(dataSource, entity, hooks, subscriber);
  // A data source that is closed and initialized again has a new list of subscribers.
  const initialize = dataSource.initialize.bind(dataSource);
  dataSource.initialize = async () => {
    const initialized = await initialize();
    if (!dataSource.subscribers.includes(subscriber)) dataSource.subscribers.push(subscriber);
    return initialized;
  };
}
