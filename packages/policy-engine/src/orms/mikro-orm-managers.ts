/**
 * The entity managers of MikroORM. `create` of MikroORM keeps only the properties of an entity and silently drops
 * others, including the decisions of a user.
 */
import type { ModelHooks } from './model-hooks.ts';

/** A class of entities. */
export type EntityClass<User extends object> = abstract new (...parameters: never[]) => User;

type Method = (...parameters: unknown[]) => unknown;

interface Manager {
  create: Method;
  fork: Method;
  getEntityFactory(): { create: Method };
}

/** Makes a manager and each of its forks keep the attributes of users that it creates, including nested ones. */
export function watchManagers<User extends object>(
  root: object,
  entity: EntityClass<User>,
  hooks: ModelHooks<User>,
): void {
  const keeping =
    (create: Method, isNew: (options: object) => boolean): Method =>
    (target, data, ...rest) => {
      const created = create(target, data, ...rest);
      const isMade = created instanceof entity && typeof data === 'object' && data !== null && isNew(rest[0] ?? {});
      if (isMade) Object.assign(created, hooks.of(data));
      return created;
    };
  const watch = (manager: Manager): Manager => {
    const fork = manager.fork.bind(manager);
    manager.create = keeping(manager.create.bind(manager), (options) => !Reflect.get(options, 'managed'));
    manager.fork = (...parameters) => {
      const forked = watch(fork(...parameters) as Manager);
      const factory = forked.getEntityFactory();
      factory.create = keeping(factory.create.bind(factory), (options) => Reflect.get(options, 'newEntity') === true);
      return forked;
    };
    return manager;
  };
  watch(root as Manager);
}
