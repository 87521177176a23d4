/**
 * The managers of a TypeORM data source. TypeORM knows columns: it drops other properties where it makes an entity, and updates
 * nothing where no column has changed. Both would lose decisions without a word.
 */
import type { ModelHooks } from './model-hooks.ts';
import type { EntityClass, TypeOrmDataSource, TypeOrmManager, TypeOrmQueryRunner } from './typeorm-handles.ts';
import type { PolicySubscriber } from './typeorm-subscriber.ts';

type Method = (...parameters: unknown[]) => unknown;

interface Manager extends TypeOrmManager {
  save: Method;
  create: Method;
  transaction(run: (manager: TypeOrmManager) => Promise<void>): Promise<void>;
}

/** Has every manager of a data source, of now and later, keep the attributes of users and record what is left of them. */
export function watchManagers<User extends object>(
  dataSource: TypeOrmDataSource,
  entity: EntityClass<User>,
  hooks: ModelHooks<User>,
  subscriber: PolicySubscriber<User>,
): void {
  const isUser = (value: unknown): value is User => value instanceof entity;
  const isUserClass = (target: unknown): boolean =>
    target === entity || (typeof target === 'function' && isUser(target.prototype));

  const watch = (manager: Manager): Manager => {
    const save = manager.save.bind(manager);
    const create = manager.create.bind(manager);
    manager.save = async (...parameters) => {
      const saved = await save(...parameters);
      const [target, ...rest] = isUserClass(parameters[0]) ? parameters : [null, ...parameters];
      const users = listOf(rest[0]).filter((one): one is User => target !== null || isUser(one));
      for (const user of users)
        if (hooks.hasAny(user)) await within(manager, (runner) => subscriber.decideAlone(user, runner));
      return saved;
    };
    manager.create = (...parameters) => {
      const created = create(...parameters);
      if (!isUserClass(parameters[0])) return created;
      const sources = listOf(parameters[1]);
      for (const [index, user] of listOf(created).entries()) Object.assign(user, hooks.of(sources[index] ?? {}));
      return created;
    };
    return manager;
  };

  watch(dataSource.manager as Manager);
  const createManager = (Reflect.get(dataSource, 'createEntityManager') as (runner?: unknown) => Manager).bind(
    dataSource,
  );
  Reflect.set(dataSource, 'createEntityManager', (runner?: unknown) => watch(createManager(runner)));
}

async function within(manager: Manager, run: (runner: TypeOrmQueryRunner) => Promise<void>): Promise<void> {
  const { queryRunner } = manager;
  if (queryRunner?.isTransactionActive) return run(queryRunner);
  return manager.transaction(async ({ queryRunner: begun }) => {
    if (begun) await run(begun);
  });
}

function listOf(value: unknown): object[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one): one is object => typeof one === 'object' && one !== null);
}
