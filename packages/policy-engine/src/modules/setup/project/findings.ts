/** Which framework, database, ORM and auth library a project uses: by the packages that it names. */
import { LIBRARIES, type Library } from './libraries.ts';
import type { Project } from './project.ts';

/** What was found, for the person and for the plan. */
export interface Findings {
  readonly host: Library | undefined;
  readonly orm: Library | undefined;
  readonly driver: 'pg' | 'mysql2' | 'better-sqlite3' | 'node:sqlite';
  readonly auth: Library | undefined;
}

/** @param named the host of `--host`, if given */
export function findingsOf(project: Project, named?: string): Findings {
  const first = (libraries: readonly Library[]) =>
    libraries.find(({ packages }) => packages.some((one) => project.packages.has(one)));
  const host =
    named === undefined ? first(LIBRARIES.hosts) : [...LIBRARIES.hosts, LIBRARIES.node].find(({ id }) => id === named);
  const drivers = ['pg', 'mysql2', 'better-sqlite3'] as const;
  return {
    host: host ?? nodeServer(project, named),
    orm: first(LIBRARIES.orms),
    driver: drivers.find((name) => project.packages.has(name)) ?? 'node:sqlite',
    auth: first(LIBRARIES.auth),
  };
}

/** A project without a framework that creates a server of Node. */
function nodeServer(project: Project, named: string | undefined): Library | undefined {
  if (named !== undefined) return undefined;
  return project.sources.some(({ text }) => /\bcreateServer\s*\(/.test(text)) ? LIBRARIES.node : undefined;
}

/** As lines for the person. */
export function findingsInLines(project: Project, { host, orm, driver, auth }: Findings): string[] {
  const versionOf = (library: Library) => {
    const name = library.packages.find((one) => project.packages.has(one));
    return name === undefined ? '' : ` ${project.packages.get(name)}`;
  };
  const shown = (library: Library | undefined) =>
    library === undefined ? 'none found' : `${library.name}${versionOf(library)}`;
  return [
    `Framework  ${shown(host)}`,
    `Language   ${project.isTypeScript ? 'TypeScript' : 'JavaScript'}, ${project.isModule ? 'ES modules' : 'CommonJS'}, ${project.packageManager}`,
    `Database   ${driver === 'node:sqlite' ? 'none found; SQLite of Node, in a file' : driver}`,
    `ORM        ${shown(orm)}`,
    `Accounts   ${shown(auth)}`,
  ];
}
