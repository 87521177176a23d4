/**
 * The managers of a TypeORM data source. TypeORM handles only columns: it drops other properties when it creates an
 * entity, and skips the update if no column has changed. Both would silently lose decisions.
 */
import type { ModelHooks } from './model-hooks.ts';
import { keepAttributes, usersIn } from './typeorm-attributes.ts';
import type { EntityClass, TypeOrmDataSource, TypeOrmManager, TypeOrmQueryRunner } from './typeorm-handles.ts';
import type { PolicySubscriber } from './typeorm-subscriber.ts';

type Method = (...parameters: unknown[]) => unknown;

interface Manager extends TypeOrmManager {
  save: Method;
  insert: Method;
  upsert: Method;
  create: Method;
  merge: Method;
  preload: Method;
  transaction(run: (manager: Manager) => Promise<unknown>): Promise<unknown>;
}

interface SaveOptions {
  readonly listeners?: boolean;
}

/**
 * Makes every manager of a data source, existing or future, keep the attributes of users, check them and record the
 * remaining ones.
 */
export function watchManagers<User extends object>(
  dataSource: TypeOrmDataSource,
  entity: EntityClass<User>,
  hooks: ModelHooks<User>,
  subscriber: PolicySubscriber<User>,
): void {
  const managers = new PolicyManagers(entity, hooks, subscriber);
  managers.watch(dataSource.manager as Manager);
  const createManager = (Reflect.get(dataSource, 'createEntityManager') as (runner?: unknown) => Manager).bind(
    dataSource,
  );
  Reflect.set(dataSource, 'createEntityManager', (runner?: unknown) => managers.watch(createManager(runner)));
}

class PolicyManagers<User extends object> {
  readonly #entity: EntityClass<User>;
  readonly #hooks: ModelHooks<User>;
  readonly #subscriber: PolicySubscriber<User>;

  constructor(entity: EntityClass<User>, hooks: ModelHooks<User>, subscriber: PolicySubscriber<User>) {
    this.#entity = entity;
    this.#hooks = hooks;
    this.#subscriber = subscriber;
  }

  watch(manager: Manager): Manager {
    const bound = (name: 'save' | 'insert' | 'upsert' | 'create' | 'merge' | 'preload') => manager[name].bind(manager);
    const [save, insert, upsert] = [bound('save'), bound('insert'), bound('upsert')];
    const [create, merge, preload] = [bound('create'), bound('merge'), bound('preload')];

    manager.create = (...parameters) => this.#keeping([parameters[1]], create(...parameters));
    manager.merge = (...parameters) => this.#keeping(parameters.slice(2), merge(...parameters));
    manager.preload = async (...parameters) => this.#keeping([parameters[1]], await preload(...parameters));

    manager.save = (...parameters) => {
      const target = this.#isTarget(parameters[0]) ? parameters[0] : null;
      const [value, options] = isTargetLike(parameters[0]) ? parameters.slice(1) : parameters;
      return this.#save(manager, { target, value, options: options as SaveOptions | undefined }, parameters, save);
    };
    manager.insert = (...parameters) => {
      if (!this.#isTarget(parameters[0])) return insert(...parameters);
      return within(manager, (inside) =>
        this.#subscriber.watching(() => (inside === manager ? insert(...parameters) : inside.insert(...parameters))),
      );
    };
    manager.upsert = async (...parameters) => {
      for (const values of listOf(parameters[1])) this.#hooks.refuseAttributes(values, 'load the user and save it');
      return upsert(...parameters);
    };
    return manager;
  }

  #isTarget(target: unknown): boolean {
    return typeof target === 'function' && (target === this.#entity || target.prototype instanceof this.#entity);
  }

  #keeping(sources: readonly unknown[], created: unknown): unknown {
    const isUser = (value: object): value is User => value instanceof this.#entity;
    for (const source of sources) {
      keepAttributes(source, created, isUser, (from) => this.#hooks.of(from) as Partial<User>);
    }
    return created;
  }

  async #save(
    manager: Manager,
    { target, value, options }: { target: unknown; value: unknown; options: SaveOptions | undefined },
    parameters: unknown[],
    save: Method,
  ): Promise<unknown> {
    const plain = new Set(target === null ? [] : listOf(value));
    const users = usersIn(value, (one): one is User => one instanceof this.#entity || plain.has(one));
    const deciding = users.filter((user) => this.#hooks.hasAny(user));
    if (options?.listeners === false) {
      for (const user of deciding) this.#hooks.refuseAttributes(user, 'save the user without listeners: false');
      return save(...parameters);
    }
    if (deciding.length === 0) return this.#subscriber.watching(() => save(...parameters));
    // In one transaction, so that nothing is written if the decision of one user is rejected.
    return within(manager, async (inside, runner) => {
      const saved = await this.#subscriber.watching(() =>
        inside === manager ? save(...parameters) : inside.save(...parameters),
      );
      if (inside === manager) for (const user of deciding) await this.#subscriber.decideAlone(user, runner);
      return saved;
    });
  }
}

/** Runs in the transaction of a manager, or in a new one, with its manager. */
async function within(
  manager: Manager,
  run: (inside: Manager, runner: TypeOrmQueryRunner) => unknown,
): Promise<unknown> {
  const { queryRunner } = manager;
  if (queryRunner?.isTransactionActive) return run(manager, queryRunner);
  return manager.transaction(async (begun) => run(begun, begun.queryRunner!));
}

/** Whether it names an entity, as the first parameter of `save` may: a class, a schema, a name. */
function isTargetLike(value: unknown): boolean {
  return typeof value === 'function' || typeof value === 'string' || value?.constructor?.name === 'EntitySchema';
}

function listOf(value: unknown): object[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one): one is object => typeof one === 'object' && one !== null);
}
