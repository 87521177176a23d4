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

/** Other packages for a database, by the driver that the engine needs for it. */
const SAME_DATABASE = [
  [
    'pg',
    /^(?:postgres|pg-promise|@mikro-orm\/postgresql|@prisma\/adapter-pg|@neondatabase\/serverless|@vercel\/postgres)$/,
  ],
  ['mysql2', /^(?:mysql|mariadb|@mikro-orm\/(?:mysql|mariadb)|@prisma\/adapter-mariadb)$/],
] as const;
const DRIVERS = ['pg', 'mysql2', 'better-sqlite3'] as const;

function driverOf({ packages, folder }: Project): Findings['driver'] {
  const named = DRIVERS.find((name) => packages.has(name));
  const like = SAME_DATABASE.find(([, names]) => [...packages.keys()].some((one) => names.test(one)))?.[0];
  if (named !== undefined || like !== undefined) return named ?? like ?? 'node:sqlite';
  const schema = path.join(folder, 'prisma', 'schema.prisma');
  const text = packages.has('@prisma/client') && existsSync(schema) ? readFileSync(schema, 'utf8') : '';
  if (/provider\s*=\s*"(?:postgresql|cockroachdb)"/.test(text)) return 'pg';
  return /provider\s*=\s*"mysql"/.test(text) ? 'mysql2' : 'node:sqlite';
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
