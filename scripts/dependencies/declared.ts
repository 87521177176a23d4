/** What the packages need at run time, and everything that this needs in turn, by the lockfile. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES, root } from '../build.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** An entry of the lockfile's `packages`, by its folder. */
interface Locked extends Omit<Manifest, 'name'> {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
}

/** A package in a folder of `node_modules`. */
export interface Installed extends Locked {
  readonly name: string;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const { packages: locked } = readJson('package-lock.json') as { packages: Readonly<Record<string, Locked>> };

/** A row of the table of direct dependencies, without what only the registry knows. */
export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Which of our packages need it. */
  readonly users: readonly string[];
}

/** The direct dependencies of our packages on those of others. */
export function directDependencies(): Dependency[] {
  const manifests = PACKAGES.map((name) => readJson(`packages/${name}/package.json`) as Manifest);
  const names = new Set(manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies)));
  return [...names]
    .filter((name) => !PACKAGES.includes(name))
    .toSorted()
    .map((name) => {
      const users = manifests.filter(({ dependencies = {} }) => name in dependencies);
      const [user] = users;
      const licence = locked[folderOf(`packages/${user!.name}`, name) ?? '']?.license ?? '';
      return { name, version: user!.dependencies![name]!, licence, users: users.map((one) => one.name) };
    });
}

/** The folder in which Node finds a package from another one's folder. */
function folderOf(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const folder = path.posix.join(at, 'node_modules', name);
    if (folder in locked) return folder;
    if (at === '') return undefined;
  }
}

/** A package and its dependencies, by folder; those that are optional and not there are left out. */
export function installedWith(name: string): ReadonlyMap<string, Installed & { readonly needs: readonly string[] }> {
  const found = new Map<string, Installed & { readonly needs: readonly string[] }>();
  const visit = (folder: string, called: string) => {
    if (found.has(folder)) return;
    const entry = locked[folder]!;
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
    const needs = Object.keys(wanted).flatMap((one) => {
      const at = PACKAGES.includes(one) ? `packages/${one}` : folderOf(folder, one);
      return at === undefined ? [] : [{ at, one }];
    });
    found.set(folder, { ...entry, name: called, needs: needs.map(({ at }) => at) });
    for (const { at, one } of needs) visit(at, one);
  };
  visit(`packages/${name}`, name);
  return found;
}
