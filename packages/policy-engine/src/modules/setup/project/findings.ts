/** Which framework, database, ORM and auth library a project uses: by the packages that it names. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
  return {
    host: host ?? nodeServer(project, named),
    orm: first(LIBRARIES.orms),
    driver: driverOf(project),
    auth: first(LIBRARIES.auth),
  };
}

/** Other packages for a database, and Prisma's words, by the driver that the engine needs for it. */
const SAME_DATABASE = [
  [
    'pg',
    /^(?:postgres|pg-promise|@mikro-orm\/postgresql|@prisma\/adapter-pg|@neondatabase\/serverless|@vercel\/postgres|postgresql|cockroachdb)$/,
  ],
  ['mysql2', /^(?:mysql|mariadb|@mikro-orm\/(?:mysql|mariadb)|@prisma\/adapter-mariadb)$/],
] as const;
const DRIVERS = ['pg', 'mysql2', 'better-sqlite3'] as const;

function driverOf({ packages, folder }: Project): Findings['driver'] {
  const same = (name: string) => SAME_DATABASE.find(([, names]) => names.test(name))?.[0];
  const found = DRIVERS.find((name) => packages.has(name)) ?? [...packages.keys()].map(same).find(Boolean);
  if (found !== undefined) return found;
  const schema = path.join(folder, 'prisma', 'schema.prisma');
  const text = packages.has('@prisma/client') && existsSync(schema) ? readFileSync(schema, 'utf8') : '';
  const providers = [...text.matchAll(/\bprovider\s*=\s*"(?<name>\w+)"/g)];
  return providers.map(({ groups }) => same(groups?.['name'] ?? '')).find(Boolean) ?? 'node:sqlite';
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
    `Database   ${driver === 'node:sqlite' ? 'none found; SQLite of Node, in a file' : `${driver}${project.packages.has(driver) ? '' : ', which is not installed yet'}`}`,
    `ORM        ${shown(orm)}`,
    `Accounts   ${shown(auth)}`,
  ];
}
