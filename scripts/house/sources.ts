/** The sources of a package and who imports whom, read from their import statements. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT: string = path.join(import.meta.dirname, '..', '..');

export interface Import {
  /** Path below the package's `src` with `/`, or the name of a package. */
  readonly to: string;
  readonly isRelative: boolean;
  /** Whether it is removed by compiling: `import type`, or each name with `type`. */
  readonly isType: boolean;
  /** Whether it is evaluated when called, not when the file is loaded: `import()`. */
  readonly isDynamic: boolean;
}

export interface Source {
  /** Path below the package's `src` with `/`. */
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const STATEMENT = /^(?:import|export)\s+(?<type>type\s+)?(?:(?<names>[\w\s{},*$]+?)\s+from\s+)?'(?<to>[^'\n]+)'/gm;
const CALL = /\bimport\('(?<to>[^'\n]+)'\)/g;

const posix = (file: string) => file.replaceAll(path.sep, '/');

function isTypesOnly(names: string): boolean {
  const list = /^\{(?<names>[^}]*)\}$/.exec(names.trim())?.groups?.['names'];
  const each = list?.split(',').filter((name) => name.trim() !== '') ?? [];
  return each.length > 0 && each.every((name) => /^\s*type\s/.test(name));
}

/** Imports of a file, relative paths resolved against its folder. */
export function importsOf(file: string, text: string): Import[] {
  const code = text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
  const found = [
    ...[...code.matchAll(STATEMENT)].map(({ groups = {} }) => ({
      to: groups['to'] ?? '',
      isType: groups['type'] !== undefined || isTypesOnly(groups['names'] ?? ''),
      isDynamic: false,
    })),
    // `typeof import('pg')` is a type.
    ...[...code.matchAll(CALL)].map(({ groups = {}, index }) => {
      const isType = !/(?:await|=>|return|\()\s*$/.test(code.slice(0, index));
      return { to: groups['to'] ?? '', isType, isDynamic: !isType };
    }),
  ];
  const folder = path.posix.dirname(file);
  return found.map(({ to, isType, isDynamic }) => {
    const isRelative = to.startsWith('.');
    return { to: isRelative ? path.posix.join(folder, to) : to, isRelative, isType, isDynamic };
  });
}

/** All TypeScript below `packages/<name>/src`. */
export function sourcesOf(name: string): ReadonlyMap<string, Source> {
  const src = path.join(ROOT, 'packages', name, 'src');
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).map(posix).toSorted();
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(src, file), 'utf8');
      return [file, { file, text, imports: importsOf(file, text) }];
    }),
  );
}

/** `from -> to` of each import that a rule forbids. */
export function violations(
  sources: ReadonlyMap<string, Source>,
  isForbidden: (file: string, one: Import) => boolean,
): string[] {
  return [...sources.values()].flatMap(({ file, imports }) =>
    imports.filter((one) => isForbidden(file, one)).map(({ to }) => `${file} -> ${to}`),
  );
}

/** Cycles of the graph, each as the files of one strongly connected component (Tarjan). */
export function cyclesOf(sources: ReadonlyMap<string, Source>, isEdge: (one: Import) => boolean): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const one of sources.get(file)?.imports ?? []) {
      if (!isEdge(one) || !sources.has(one.to)) continue;
      const reached = order.has(one.to) ? (open.includes(one.to) ? order.get(one.to) : undefined) : visit(one.to);
      lowest.set(file, Math.min(lowest.get(file) ?? number, reached ?? number));
    }
    if (lowest.get(file) === number) {
      const component = open.splice(open.indexOf(file));
      if (component.length > 1) cycles.push(component.toSorted());
    }
    return lowest.get(file) ?? number;
  };
  for (const file of sources.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
