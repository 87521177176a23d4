/** Combines the modules into the parts of an engine. */
import type { ErrorCodes } from '../errors/errors.ts';
import type { EngineMembers } from './members.ts';
import type { AdminAction, Check, FindingKind, Hooks, Module, ModuleContext, ModuleParts, Services } from './module.ts';
import { type TableSet, tableSet } from '../platform/database/migrations/migration.ts';
import { databaseMigrations } from '../platform/database/migrations/own-migrations.ts';
import { jobsMigrations } from '../platform/jobs/tables.ts';
import type { MailDefinitions } from '../platform/mail/content.ts';
import { mailMigrations } from '../platform/mail/tables.ts';
import { texts as mailTexts } from '../platform/mail/texts/texts.generated.ts';
import type { Catalogue } from '../platform/i18n/texts/catalogue.ts';

/** What modules declare before there is an engine. */
export interface Declarations {
  /** Referenced tables first. */
  readonly tables: TableSet;
  readonly catalogues: readonly Catalogue[];
  readonly mails: Partial<MailDefinitions>;
  readonly findings: Readonly<Record<string, FindingKind>>;
  readonly actions: readonly AdminAction[];
  readonly errors: ErrorCodes;
}

/** Combines the declarations of the modules. */
export function declarationsOf(modules: readonly Module[]): Declarations {
  const migrations = inOrderOfNeeds(modules).flatMap((module) => module.migrations ?? []);
  return {
    tables: tableSet([...databaseMigrations, ...jobsMigrations, ...mailMigrations, ...migrations]),
    catalogues: [mailTexts, ...modules.flatMap(({ texts }) => texts ?? [])],
    mails: Object.assign({}, ...modules.map(({ mails }) => mails)),
    findings: Object.assign({}, ...modules.map(({ findings }) => findings)),
    actions: modules.flatMap(({ actions = [] }) => actions),
    errors: Object.assign({}, ...modules.map(({ errors }) => errors)),
  };
}

/** What every module is created with, except services and hooks. */
export type SharedContext = Omit<ModuleContext, 'service' | 'hooks' | 'checks'>;

/**
 * Creates the modules, each after those that it needs.
 *
 * @returns their parts, in the order of the list
 * @throws {TypeError} for modules of the same name, a missing module that is needed, and modules that depend on each
 * other
 */
export function createModules(modules: readonly Module[], shared: SharedContext): ModuleParts[] {
  const created = new Map<string, ModuleParts>();
  const services: Partial<Services> = {};
  const partsInOrder = () => modules.flatMap(({ id }) => created.get(id) ?? []);
  const hooks = <Name extends keyof Hooks>(name: Name): Hooks[Name][] =>
    // The declarations of the modules give the parts for a hook their type.
    partsInOrder().flatMap((parts) => (parts.hooks?.[name] ?? []) as Hooks[Name][]);
  const checks = (): Check[] => partsInOrder().flatMap((parts) => parts.checks ?? []);
  for (const module of inOrderOfNeeds(modules)) {
    const service = <Id extends keyof Services>(id: Id): Services[Id] => {
      const found = services[id];
      if (module.needs?.includes(id) === true && found !== undefined) return found;
      throw new TypeError(
        `The module ${module.id} uses ${id}, which provides no service or is not listed in its needs`,
      );
    };
    const parts = module.create?.({ ...shared, service, hooks, checks }) ?? {};
    created.set(module.id, parts);
    if (parts.service !== undefined) Object.assign(services, { [module.id]: parts.service });
  }
  const parts = partsInOrder();
  for (const part of parts) part.ready?.();
  return parts;
}

/** What modules add to the engine. @throws {TypeError} if two of them add the same member */
export function membersOf(parts: readonly ModuleParts[]): Partial<EngineMembers> {
  const members: Partial<EngineMembers> = {};
  for (const { members: own = {} } of parts) {
    const twin = Object.keys(own).find((name) => Object.hasOwn(members, name));
    if (twin !== undefined) throw new TypeError(`Two modules add ${twin} to the engine`);
    Object.assign(members, own);
  }
  return members;
}

/** Each module after the modules that it needs. @throws {TypeError} as {@link createModules} */
export function inOrderOfNeeds(modules: readonly Module[]): Module[] {
  const byId = new Map(modules.map((module) => [module.id, module]));
  if (byId.size < modules.length) throw new TypeError('Two modules have the same name');
  const sorted = new Set<Module>();
  const visit = (module: Module, waiting: readonly string[]) => {
    if (sorted.has(module)) return;
    if (waiting.includes(module.id))
      throw new TypeError(`Modules depend on each other: ${[...waiting, module.id].join(', ')}`);
    for (const id of module.needs ?? []) {
      const needed = byId.get(id);
      if (needed === undefined) throw new TypeError(`The module ${module.id} needs ${id}, which is missing`);
      visit(needed, [...waiting, module.id]);
    }
    sorted.add(module);
  };
  for (const module of modules) visit(module, []);
  return [...sorted];
}
