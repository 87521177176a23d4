/** What a project is made of, read from its files. Nothing is run and nothing is written. */
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Folders that hold nothing a person writes. */
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  'vendor',
  'tmp',
  'test',
  'tests',
  '__tests__',
]);
const READ = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html|ejs|hbs|handlebars|njk|eta|liquid)$/;
/** Bytes; larger files are bundles. */
const LARGEST = 200_000;
const MOST_FILES = 5_000;
const DEEPEST = 8;

/** A source file or template. */
export interface SourceFile {
  /** Below the folder of the project, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** The project in which `init` was called. */
export interface Project {
  /** Absolute path. */
  readonly folder: string;
  /** The versions of `dependencies` and `devDependencies` of package.json, by name. */
  readonly packages: ReadonlyMap<string, string>;
  /** The scripts of package.json, by name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** `main` of package.json. */
  readonly main: string | undefined;
  /** Whether `.js` files are ECMAScript modules. */
  readonly isModule: boolean;
  readonly isTypeScript: boolean;
  readonly packageManager: 'npm' | 'pnpm' | 'yarn' | 'bun';
  readonly sources: readonly SourceFile[];
  /** Folders of the packages of a workspace whose root this is. */
  readonly workspaces: readonly string[];
}

/** What is read of a package.json. */
export interface PackageJson {
  readonly name?: string;
  readonly type?: string;
  readonly main?: string;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly packageManager?: string;
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] };
}

/**
 * Reads a project.
 *
 * @param refuse throws, with the reason why package.json cannot be used
 * @returns undefined if the folder has no package.json
 */
export function readProject(folder: string, refuse: (reason: string) => never): Project | undefined {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const json = readPackageJson(file, refuse);
  const sources = sourcesIn(folder);
  const has = (name: string) => existsSync(path.join(folder, name));
  return {
    folder,
    packages: packagesOf(json),
    scripts: json.scripts ?? {},
    main: json.main,
    isModule: json.type === 'module',
    isTypeScript: has('tsconfig.json') || sources.some(({ name }) => /(?<!\.config|\.d)\.[cm]?tsx?$/.test(name)),
    packageManager: managerOf(json.packageManager, has),
    sources,
    workspaces: workspacesIn(folder, json),
  };
}

/** The versions of `dependencies` and `devDependencies`, by name. */
export function packagesOf({ dependencies, devDependencies }: PackageJson): ReadonlyMap<string, string> {
  return new Map(Object.entries({ ...devDependencies, ...dependencies }));
}

/** Folders of the packages of a workspace, below the folder of its root. */
export function workspacesIn(folder: string, { workspaces = [] }: PackageJson): string[] {
  const file = path.join(folder, 'pnpm-workspace.yaml');
  const pnpm = existsSync(file)
    ? /^packages:\s*\n(?<list>(?:\s*(?:-.*|#.*)?\n)*)/m.exec(`${readFileSync(file, 'utf8')}\n`)
    : null;
  const listed = [...(pnpm?.groups?.['list'] ?? '').matchAll(/^\s*-\s*['"]?(?<glob>[^'"\n#]+)/gm)];
  const globs = [
    ...('packages' in workspaces ? (workspaces.packages ?? []) : (workspaces as readonly string[])),
    ...listed.map(({ groups }) => groups?.['glob']?.trim() ?? ''),
  ];
  const found = globs
    .filter((glob) => !glob.startsWith('!'))
    .flatMap((glob) => globSync(`${glob}/package.json`, { cwd: folder, exclude: ['**/node_modules/**'] }))
    .map((name) => path.posix.dirname(name.replaceAll('\\', '/')));
  return [...new Set(found)].toSorted();
}

function managerOf(named: string | undefined, has: (name: string) => boolean): Project['packageManager'] {
  const [name] = named?.split('@') ?? [];
  if (name === 'pnpm' || name === 'yarn' || name === 'bun') return name;
  if (has('pnpm-lock.yaml')) return 'pnpm';
  if (has('yarn.lock')) return 'yarn';
  return has('bun.lock') || has('bun.lockb') ? 'bun' : 'npm';
}

function sourcesIn(folder: string): SourceFile[] {
  const found: SourceFile[] = [];
  const visit = (below: string, depth: number) => {
    const entries = readdirSync(path.join(folder, below), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth < DEEPEST && !SKIPPED.has(entry.name) && !entry.name.startsWith('.')) visit(name, depth + 1);
      } else if (found.length < MOST_FILES && READ.test(entry.name) && entry.isFile()) {
        const file = path.join(folder, name);
        if (statSync(file).size <= LARGEST) found.push({ name, text: readFileSync(file, 'utf8') });
      }
    }
  };
  visit('', 0);
  return found;
}

/** Reads a package.json. @param refuse throws, with the reason why it cannot be used; without it, undefined is returned */
export function readPackageJson(file: string, refuse: (reason: string) => never): PackageJson;
export function readPackageJson(file: string): PackageJson | undefined;
export function readPackageJson(file: string, refuse?: (reason: string) => never): PackageJson | undefined {
  let json: unknown;
  try {
    // npm, too, takes one with a byte order mark.
    json = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return refuse?.(`${file} cannot be read (${(error as Error).message}): mend it, and run init again`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return refuse?.(`${file} is no JSON object`);
  return json;
}

/** Whether a folder above, such as the root of a workspace, names a package and has it installed. */
export function isInstalledAbove(folder: string, name: string): boolean {
  for (let above = path.dirname(folder); above !== path.dirname(above); above = path.dirname(above)) {
    if (existsSync(path.join(above, 'node_modules', name, 'package.json'))) return true;
  }
  return false;
}

/** Where Next looks for files of its own: beside the folder of the pages. Empty, or `src/`. */
export const nextRoot = ({ sources }: Project): string =>
  sources.some(({ name }) => /^src\/(?:app|pages)\//.test(name)) ? 'src/' : '';
