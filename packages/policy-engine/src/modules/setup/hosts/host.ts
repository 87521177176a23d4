/** What `init` knows of one framework. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plan, Project } from '#project-setup';

/** What a host works with. */
export interface HostCall {
  readonly project: Project;
  readonly plan: Plan;
  /** The module of the engine, below the folder of the project. */
  readonly engine: string;
  /** `ts` or `js`, for files that are created. */
  readonly extension: 'ts' | 'js';
  /** The file of `--entry`, in which an app is created. */
  readonly entry: string | undefined;
}

/** Where a host wants the engine, and how it is mounted. */
export interface HostSetup {
  /** The module of the engine, if the project has none yet. */
  readonly engineFile: (project: Project, entry: string | undefined) => string;
  /** Whether the module of the engine also starts it. Default: false. */
  readonly startsInEngine?: boolean;
  /** Plans the mount, and `engine.start()`. */
  readonly mount: (call: HostCall) => void;

  /** Whether `mount` plans the banner, too. Default: false. */
  readonly hasOwnBanner?: boolean;
}

/** How a file imports another one of the project: with the ending that its own imports have, or those of the other files. */
export function importOf(project: Project, from: string, to: string): string {
  const relative = pathFrom(from, to);
  const ending = /\.(?<kind>[cm]?[jt]s)$/.exec(to)?.groups?.['kind'] ?? 'js';
  if (!ending.endsWith('ts')) return relative;
  const stem = relative.slice(0, -ending.length - 1);
  const typed = project.sources.filter(({ name }) => /\.[cm]?tsx?$/.test(name));
  const [own] = typed
    .filter(({ name }) => name === from)
    .concat(typed)
    .flatMap(({ text }) => endingIn(text) ?? []);
  if (own !== undefined) return `${stem}${own === '' ? '' : `.${own === 'ts' ? ending : ending.replace('ts', 'js')}`}`;
  // Node runs the file as it is, where no test runner or loader does.
  const isRunAsIs = Object.values(project.scripts).some(
    (script) => /\bnode\s[^&|;]*\.[cm]?ts\b/.test(script) && !/\s--test\b|\bts-node\b|\btsx\b/.test(script),
  );
  if (isRunAsIs) return relative;
  // Only ECMAScript modules need an ending; loaders of CommonJS look for the file that is named.
  return project.isModule || ending === 'mts' ? `${stem}.${ending.replace('ts', 'js')}` : stem;
}

/** What is no code, and is imported with its ending anywhere. */
const ASSET =
  /\.(?:json5?|css|s[ac]ss|less|svg|png|jpe?g|webp|gif|ico|vue|svelte|astro|html|mdx?|txt|sql|graphql|wasm)(?:\?.*)?$/;

/** How a file imports code of the project: with the ending of TypeScript or of JavaScript, or none; undefined if it imports none. */
function endingIn(text: string): 'ts' | 'js' | '' | undefined {
  for (const [, from = ''] of text.matchAll(/from\s+['"](\.{1,2}\/[^'"]+)['"]/g)) {
    if (ASSET.test(from)) continue;
    const written = /\.[cm]?(?<kind>[jt]s)x?$/.exec(from)?.groups?.['kind'];
    return written === 'ts' || written === 'js' ? written : '';
  }
  return undefined;
}

function pathFrom(from: string, to: string): string {
  const up = from.split('/').slice(0, -1);
  const down = to.split('/');
  while (up.length > 0 && down.length > 1 && up[0] === down[0]) {
    up.shift();
    down.shift();
  }
  return `${up.length === 0 ? './' : '../'.repeat(up.length)}${down.join('/')}`;
}

/** Whether a file of the project mounts the engine already. @returns its name */
export function mountedIn(project: Project, host: string): string | undefined {
  const pattern = new RegExp(`['"]policy-engine/${host}['"]`);
  return project.sources.find(({ text }) => pattern.test(text) && /\bpolicyEngine\b/.test(text))?.name;
}

/** The name of a new file of the engine: another one where the project has a file of this name. */
export function freeFile(project: Project, file: string): string {
  const isTaken = (name: string) => existsSync(path.join(project.folder, name));
  if (!isTaken(file)) return file;
  return (
    ['policies', 'policy-engine', 'policy-consent']
      .map((stem) => path.posix.join(path.posix.dirname(file), path.posix.basename(file).replace(/^engine/, stem)))
      .find((name) => !isTaken(name)) ?? file
  );
}
