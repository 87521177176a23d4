/** Which framework, database, ORM and auth library a project uses: by the packages that it names. */
import { type DatabaseFound, databaseOf } from './database.ts';
import { LIBRARIES, type Library } from './libraries.ts';
import { type LinkedPackage, linkedTo } from './linked.ts';
import { codeOf, type Project } from '#project-setup';

/** What was found, for the person and for the plan. */
export interface Findings extends DatabaseFound {
  readonly host: Library | undefined;
  readonly orm: Library | undefined;
  readonly auth: Library | undefined;
  /** Packages of the same workspace that it uses. */
  readonly linked: readonly LinkedPackage[];
  /** The versions of the packages that it and they name. */
  readonly named: ReadonlyMap<string, string>;
}

/** @param named the host of `--host`, if given */
export function findingsOf(project: Project, named?: string): Findings {
  const linked = linkedTo(project);
  const all = new Map([...linked.flatMap(({ packages }) => [...packages]), ...project.packages]);
  const first = (libraries: readonly Library[], packages: ReadonlyMap<string, string>) =>
    libraries.find((library) => library.packages.some((one) => packages.has(one)));
  const host =
    named === undefined
      ? first(LIBRARIES.hosts, project.packages)
      : [...LIBRARIES.hosts, LIBRARIES.node].find(({ id }) => id === named);
  return {
    host: host ?? nodeServer(project, named),
    orm: first(LIBRARIES.orms, all),
    auth: first(LIBRARIES.auth, all) ?? ownSessions(project),
    linked,
    named: all,
    ...databaseOf(project, { linked, named: all }),
  };
}

/** Sessions that a framework has itself: `createCookieSessionStorage()` of React Router. */
function ownSessions(project: Project): Library | undefined {
  const isCreated = project.sources.some(({ text }) => /\bcreate\w*SessionStorage\s*(?:<|\()/.test(codeOf(text)));
  return isCreated ? LIBRARIES.auth.find(({ id }) => id === 'session') : undefined;
}

/** A project without a framework that creates a server of Node. */
function nodeServer(project: Project, named: string | undefined): Library | undefined {
  if (named !== undefined) return undefined;
  return project.sources.some(({ text }) => /\bcreateServer\s*\(/.test(text)) ? LIBRARIES.node : undefined;
}

/** As lines for the person. */
export function findingsInLines(project: Project, findings: Findings): string[] {
  const { host, orm, driver, file, auth, named } = findings;
  const shown = (library: Library | undefined) => {
    const name = library?.packages.find((one) => named.has(one));
    if (library === undefined) return 'none found';
    return name === undefined ? library.name : `${library.name} ${named.get(name)}`;
  };
  const database = driver === 'node:sqlite' ? 'SQLite of Node' : driver;
  const isMissing = driver !== 'node:sqlite' && !project.packages.has(driver);
  return [
    `Framework  ${shown(host)}`,
    `Language   ${project.isTypeScript ? 'TypeScript' : 'JavaScript'}, ${project.isModule ? 'ES modules' : 'CommonJS'}, ${project.packageManager}`,
    driver === 'node:sqlite' && file === null
      ? `Database   none found; ${database}, in a file`
      : `Database   ${database}${file === null ? '' : `, ${file}`}${isMissing ? ', which is not installed yet' : ''}`,
    `ORM        ${shown(orm)}`,
    `Accounts   ${shown(auth)}`,
  ];
}
