/** The API reports: the exports of each package, as committed text, so that a change is visible in review. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Declarations, type Surface } from './surface.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

/** An entry point of a package. */
export interface EntryPoint extends Surface {
  /** As imported: `policy-engine/express`. */
  readonly specifier: string;
}

/** The exports of a package. */
export interface Api {
  readonly name: string;
  /** Path of the report. */
  readonly file: string;
  readonly entryPoints: readonly EntryPoint[];
}

interface PackageJson {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The API of every package of the repository, from its emitted declarations, so it needs a build. */
export function apis(): Api[] {
  return globSync('packages/*/package.json', { cwd: ROOT })
    .toSorted()
    .map((file) => apiOf(path.join(ROOT, path.dirname(file))));
}

function apiOf(folder: string): Api {
  const { name, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson;
  const declarations = new Declarations();
  const entryPoints = Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string') return [];
    const surface = declarations.surfaceOf(path.join(folder, target.types));
    return [{ specifier: path.posix.join(name, subpath), ...surface }];
  });
  return { name, file: path.join(folder, 'api.md'), entryPoints };
}

/** The report of a package. */
export function reportOf({ name, entryPoints }: Api): string {
  const title = `# API of ${name}\n\nWritten by \`npm run generate\` from the emitted declarations.\n`;
  return [title, ...entryPoints.map(sectionOf)].join('\n');
}

function sectionOf({ specifier, names, packages }: EntryPoint): string {
  const values = names.filter(({ isValue }) => isValue).length;
  const imported = packages.size === 0 ? 'none' : [...packages.keys()].toSorted().join(', ');
  const declared = names.map(({ name, isValue, declarations, inherited }) => {
    const notes = [
      ...(declarations.some((one) => one.name !== name) ? [`// exported as ${name}\n`] : []),
      ...(!isValue && declarations.some((one) => one.isValue) ? ['// its type only\n'] : []),
    ];
    const bases = inherited.map(({ text }) => `// inherited by ${name}\n${text}`);
    return notes.join('') + [...declarations.map(({ text }) => text), ...bases].join('\n');
  });
  return [
    `## ${specifier}`,
    `${names.length} names, ${values} of them values. Packages in reach of their declarations: ${imported}.`,
    `\`\`\`ts\n${declared.join('\n\n')}\n\`\`\`\n`,
  ].join('\n\n');
}
