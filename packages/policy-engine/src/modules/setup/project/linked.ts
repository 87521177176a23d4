/** The packages of a workspace that an application uses: its database is often one of them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { packagesOf, type Project, readPackageJson, workspacesIn } from '#project-setup';

/** A package of the same workspace. */
export interface LinkedPackage {
  /** Absolute path. */
  readonly folder: string;
  /** The versions of its `dependencies` and `devDependencies`, by name. */
  readonly packages: ReadonlyMap<string, string>;
}

/** The packages of the workspace that a project names, and those that they name. None outside of a workspace. */
export function linkedTo({ folder, packages }: Project): LinkedPackage[] {
  const siblings = siblingsOf(folder);
  const found = new Map<string, LinkedPackage>();
  const visit = (names: Iterable<string>) => {
    for (const name of names) {
      const sibling = siblings.get(name);
      if (sibling === undefined || found.has(name)) continue;
      found.set(name, sibling);
      visit(sibling.packages.keys());
    }
  };
  visit(packages.keys());
  return [...found.values()];
}

function siblingsOf(folder: string): ReadonlyMap<string, LinkedPackage> {
  for (let above = path.dirname(folder); above !== path.dirname(above); above = path.dirname(above)) {
    const root = path.join(above, 'package.json');
    const json = existsSync(root) ? readPackageJson(root) : undefined;
    const folders = json === undefined ? [] : workspacesIn(above, json).map((name) => path.join(above, name));
    if (folders.includes(folder)) return new Map(folders.flatMap(packageIn));
  }
  return new Map();
}

function packageIn(folder: string): ReadonlyArray<readonly [name: string, one: LinkedPackage]> {
  const json = readPackageJson(path.join(folder, 'package.json'));
  if (json?.name === undefined) return [];
  return [[json.name, { folder, packages: packagesOf(json) }]];
}
