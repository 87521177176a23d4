/** The API of an entry point of a package: its names, and everything that their declarations refer to. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Declaration, type DeclarationFile, type Origin, readDeclarations } from './declarations.ts';

/** A declared name, and the file that declares it. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** A name that an entry point exports. */
export interface ExportedName {
  readonly name: string;
  readonly isValue: boolean;
  readonly found: Found;
  readonly declarations: readonly Declaration[];
  /** The interfaces that it extends and that the entry point does not export, with everything that other files add to them. */
  readonly inherited: readonly Declaration[];
}

/** The API of an entry point. */
export interface Surface {
  /** By name. */
  readonly names: readonly ExportedName[];
  /** The declarations of the names, and all to which they refer. */
  readonly reached: readonly Place[];
  /** Packages that these declarations import, including `node`, each with the paths that lead to it: `PolicyEngine > Ledger`. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

type Found = Place | { readonly package: string };

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const keyOf = ({ file, name }: Place): string => `${file}#${name}`;

/** The declarations of packages; reads each file once. */
export class Declarations {
  readonly #files = new Map<string, DeclarationFile>();

  #read(file: string): DeclarationFile {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const read = readDeclarations(readFileSync(file, 'utf8'));
    this.#files.set(file, read);
    return read;
  }

  /** The declarations of a name, including those that other files add to it. */
  of({ file, name }: Place, files: ReadonlySet<string> = new Set()): Declaration[] {
    const added = [...files].flatMap((other) =>
      this.#read(other)
        .added.filter(({ to, declaration }) => declaration.name === name && fileOf(other, to) === file)
        .map(({ declaration }) => declaration),
    );
    return [...(this.#read(file).declarations.get(name) ?? []), ...added];
  }

  /** All files that the compiler reads for an entry point. */
  filesOf(entry: string): Set<string> {
    const files = new Set([entry]);
    for (const file of files) {
      for (const module of this.#read(file).modules) if (isRelative(module)) files.add(fileOf(file, module));
    }
    return files;
  }

  /** Reads the API of an entry point. */
  surfaceOf(entry: string): Surface {
    const files = this.filesOf(entry);
    const exported = this.#exportsOf(entry);
    const places = new Set([...exported.values()].flatMap(({ found }) => ('package' in found ? [] : keyOf(found))));
    const names = [...exported].map(([name, { found, isTypeOnly }]) => {
      const declarations = 'package' in found ? [] : this.of(found, files);
      const bases = 'package' in found ? [] : this.#basesOf(found, files);
      return {
        name,
        isValue: !isTypeOnly && declarations.some(({ isValue }) => isValue),
        found,
        declarations,
        inherited: bases.filter((base) => !places.has(keyOf(base))).flatMap((base) => this.of(base, files)),
      };
    });
    const reached = new Map<string, { place: Place; way: string }>();
    const packages = new Map<string, Set<string>>();
    const reach = (found: Found, way: string) => {
      if ('package' in found) packages.set(found.package, (packages.get(found.package) ?? new Set()).add(way));
      else if (!reached.has(keyOf(found))) reached.set(keyOf(found), { place: found, way });
    };
    for (const { name, found } of names) reach(found, name);
    for (const { place, way } of reached.values()) {
      for (const found of this.#referredTo(place, files)) {
        reach(found, 'package' in found ? way : `${way} > ${found.name}`);
      }
    }
    return {
      names: names.toSorted((one, other) => inOrder(one.name, other.name)),
      reached: [...reached.values()].map(({ place }) => place),
      packages: new Map([...packages].map(([name, ways]) => [name, [...ways].toSorted(inOrder)])),
    };
  }

  /** The interfaces of the package that an interface extends, and those that these extend. */
  #basesOf(place: Place, files: ReadonlySet<string>): Place[] {
    const bases = this.of(place, files)
      .flatMap(({ text }) => extendedIn(text))
      .map((name) => this.#inFile(place.file, name))
      .filter((found) => found !== null && !('package' in found) && this.of(found, files).length > 0) as Place[];
    return bases.concat(bases.flatMap((base) => this.#basesOf(base, files)));
  }

  #exportsOf(file: string): Map<string, { found: Found; isTypeOnly: boolean }> {
    const { exports, everythingOf } = this.#read(file);
    const result = new Map<string, { found: Found; isTypeOnly: boolean }>();
    for (const [name, { to, isTypeOnly }] of exports) {
      const found = typeof to === 'string' ? this.#inFile(file, to) : this.#originOf(file, to);
      if (found !== null) result.set(name, { found, isTypeOnly });
    }
    for (const { from, isTypeOnly } of everythingOf.filter(({ from }) => isRelative(from))) {
      for (const [name, other] of this.#exportsOf(fileOf(file, from))) {
        if (!result.has(name)) result.set(name, { found: other.found, isTypeOnly: isTypeOnly || other.isTypeOnly });
      }
    }
    return result;
  }

  #inFile(file: string, name: string): Found | null {
    const origin = this.#read(file).imports.get(name);
    return origin === undefined ? { file, name } : this.#originOf(file, origin);
  }

  /** The origin of an import, through every file that re-exports it; null for a whole module of the same package. */
  #originOf(file: string, { from, name }: Origin): Found | null {
    if (!isRelative(from)) return { package: packageOf(from) };
    return this.#exportsOf(fileOf(file, from)).get(name)?.found ?? null;
  }

  /** The names to which the declarations of a name refer. */
  #referredTo(place: Place, files: ReadonlySet<string>): Found[] {
    const inFile = ({ text }: Declaration, file: string) => {
      const { declarations, imports } = this.#read(file);
      const found: Array<Found | null> = [...text.matchAll(/\bimport\(["'](.+?)["']\)\.([\w$]+)/g)].map(
        ([, from = '', name = '']) => this.#originOf(file, { from, name }),
      );
      for (const [word] of withoutLiterals(text).matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*(?!\??:|[\w$(])/g)) {
        if (imports.has(word) || declarations.has(word)) found.push(this.#inFile(file, word));
      }
      return found;
    };
    const own = (this.#read(place.file).declarations.get(place.name) ?? []).flatMap((one) => inFile(one, place.file));
    const others = [...files].flatMap((file) =>
      this.#read(file)
        .added.filter(({ to, declaration }) => declaration.name === place.name && fileOf(file, to) === place.file)
        .flatMap(({ declaration }) => inFile(declaration, file)),
    );
    return [...own, ...others].filter((found) => found !== null);
  }
}

/** Names of the interfaces that an interface extends. */
function extendedIn(declaration: string): string[] {
  if (!declaration.startsWith('interface ')) return [];
  let head = declaration.slice(0, declaration.indexOf('{'));
  // Type parameters have an `extends` of their own.
  while (/<[^<>]*>/.test(head)) head = head.replaceAll(/<[^<>]*>/g, '');
  const [, list = ''] = /\sextends\s([^]+)$/.exec(head) ?? [];
  return list.split(',').flatMap((name) => name.trim() || []);
}

function isRelative(module: string): boolean {
  return module.startsWith('.');
}

function withoutLiterals(text: string): string {
  return text.replaceAll(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, "''");
}

/** The file of a relative import in a `.d.ts`: `./x.ts`, `./x.tsx` and `./x.js` are all `./x.d.ts`. */
function fileOf(importer: string, module: string): string {
  return path.join(path.dirname(importer), module.replace(/(\.d)?\.[jt]sx?$/, '.d.ts'));
}

/** `hono/jsx` belongs to `hono`; modules of Node are all `node`. */
function packageOf(module: string): string {
  if (module.startsWith('node:')) return 'node';
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
}
