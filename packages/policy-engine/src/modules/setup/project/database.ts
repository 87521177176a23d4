/** The database of a project: the driver that the engine needs for it, and the file of one of SQLite. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { LinkedPackage } from './linked.ts';
import type { Project } from '#project-setup';

/** What was found of the database. */
export interface DatabaseFound {
  readonly driver: 'pg' | 'mysql2' | 'better-sqlite3' | 'node:sqlite';
  /** The file of the project's own database, from its folder; null for none, and for a server. */
  readonly file: string | null;
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

/** What names the database. */
export interface DatabaseNames {
  readonly linked: readonly LinkedPackage[];
  /** Versions of packages, by name. */
  readonly named: ReadonlyMap<string, string>;
}

/** @param names those of the project and of the packages of its workspace that it uses */
export function databaseOf(project: Project, { linked, named }: DatabaseNames): DatabaseFound {
  const same = (name: string) => SAME_DATABASE.find(([, names]) => names.test(name))?.[0];
  const schemas = named.has('@prisma/client') || named.has('prisma') ? prismaIn(project, linked) : [];
  const provider = schemas.map(
    ({ text }) => /\bdatasource\b[^}]*?\bprovider\s*=\s*"(?<name>\w+)"/.exec(text)?.groups?.['name'],
  );
  const driver =
    DRIVERS.find((name) => named.has(name)) ??
    [...named.keys(), ...provider.map((name) => name ?? '')].map(same).find((name) => name !== undefined) ??
    'node:sqlite';
  if (driver === 'pg' || driver === 'mysql2') return { driver, file: null };
  return { driver, file: openedIn(project) ?? configuredIn(project, { schemas, isAdapter: isFrom7(named) }) };
}

interface PrismaSchema {
  /** Absolute path. */
  readonly folder: string;
  readonly text: string;
}

function prismaIn({ folder }: Project, linked: readonly LinkedPackage[]): PrismaSchema[] {
  return [folder, ...linked.map((one) => one.folder)].flatMap((cwd) =>
    globSync(['schema.prisma', 'prisma/*.prisma', 'prisma/schema/*.prisma'], { cwd }).map((name) => {
      const file = path.join(cwd, name);
      return { folder: path.dirname(file), text: readFileSync(file, 'utf8') };
    }),
  );
}

/** Whether Prisma opens databases with a driver of JavaScript, as version 7 does, and so from the folder of the process. */
function isFrom7(named: ReadonlyMap<string, string>): boolean {
  const version = named.get('@prisma/client') ?? named.get('prisma') ?? '';
  return Number(/\d+/.exec(version)?.[0] ?? 0) >= 7;
}

/** The file that the project opens itself, if it opens one. */
function openedIn({ sources }: Project): string | null {
  const pattern = /\bnew\s+(?:Database|DatabaseSync)\s*\(\s*['"](?<file>[^'":]+)['"]/g;
  const files = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(({ groups }) => groups?.['file'] ?? '')),
  );
  const [only] = files;
  return files.size === 1 && only !== undefined ? only : null;
}

/** The file that `DATABASE_URL` or a schema of Prisma names, as Prisma and libSQL read it. */
function configuredIn(
  { folder }: Project,
  { schemas, isAdapter }: { readonly schemas: readonly PrismaSchema[]; readonly isAdapter: boolean },
): string | null {
  const environment = ['.env.local', '.env']
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => parseEnv(readFileSync(file, 'utf8'))['DATABASE_URL']);
  const written = schemas.map(
    ({ text }) => /\bdatasource\b[^}]*?\burl\s*=\s*"(?<url>[^"]+)"/.exec(text)?.groups?.['url'],
  );
  const url = [...written, ...environment].find((one) => one?.startsWith('file:'));
  if (url === undefined) return null;
  const file = url.slice('file:'.length).replace(/\?.*$/, '');
  const [schema] = schemas;
  const from = schema === undefined || isAdapter ? folder : schema.folder;
  return path.relative(folder, path.resolve(from, file)).split(path.sep).join('/') || null;
}
