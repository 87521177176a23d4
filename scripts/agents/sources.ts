/**
 * The published lists from which the list of bots is generated: copies in `sources/`, each with its version, date and licence.
 * `npm run agents -- --update` downloads the newest of each from the registry.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentSource } from 'render-middleware';

const FOLDER = path.join(import.meta.dirname, 'sources');

/** One bot of `crawler-user-agents`. */
export interface Crawler {
  /** A regular expression. */
  readonly pattern: string;
  /** The page of the bot; empty if none is known. */
  readonly url: string;
  readonly tags: readonly string[];
  /** Some of its user agents. */
  readonly instances: readonly string[];
}

interface Lists {
  'crawler-user-agents': readonly Crawler[];
  /** Parts of user agents, matched case-insensitively. */
  'prerender-node': readonly string[];
  'rendertron-middleware': readonly string[];
  /** User agents of people's browsers, as recorded on a network of sites. */
  'user-agents': readonly string[];
}

type Source<Name extends keyof Lists = keyof Lists> = AgentSource & { readonly list: Lists[Name] };

/** Reads the copy of a list. */
export function sourceOf<Name extends keyof Lists>(name: Name): Source<Name> {
  return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as Source<Name>;
}

const MOST_INSTANCES = 3;

/** The strings of an array in a script; the script itself is not run. */
function arrayIn(script: string, name: string): readonly string[] {
  const array = new RegExp(String.raw`\.${name} = \[(?<items>[^\]]*)\]`).exec(script)?.groups?.['items'] ?? '';
  return [...new Set([...array.matchAll(/'(?<item>[^'\n]+)'/g)].map(({ groups }) => groups?.['item'] ?? ''))];
}

/** How the list is read from the files of each package. */
const READERS: { readonly [Name in keyof Lists]: (file: (name: string) => string) => Lists[Name] } = {
  'crawler-user-agents': (file) =>
    (JSON.parse(file('crawler-user-agents.json')) as Array<Partial<Crawler>>).map(
      ({ pattern = '', url = '', tags = [], instances = [] }) => {
        return { pattern, url, tags, instances: instances.slice(0, MOST_INSTANCES) };
      },
    ),
  'prerender-node': (file) => arrayIn(file('index.js'), 'crawlerUserAgents'),
  'rendertron-middleware': (file) => arrayIn(file('build/middleware.js'), 'botUserAgents'),
  'user-agents': (file) => {
    const seen = JSON.parse(file('dist/user-agents.json')) as Array<{ userAgent: string }>;
    return [...new Set(seen.map(({ userAgent }) => userAgent))].toSorted();
  },
};

const npm = (...parameters: string[]) => execFileSync('npm', parameters, { encoding: 'utf8' });

function newest<Name extends keyof Lists>(name: Name, folder: string): Source<Name> {
  const [{ filename, version } = { filename: '', version: '' }] = JSON.parse(
    npm('pack', name, '--json', '--pack-destination', folder),
  ) as Array<{ filename: string; version: string }>;
  execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', folder]);
  const unpacked = path.join(folder, 'package');
  const file = (within: string) => readFileSync(path.join(unpacked, within), 'utf8');
  const { license } = JSON.parse(file('package.json')) as { license: string };
  const times = JSON.parse(npm('view', `${name}@${version}`, 'time', '--json')) as Record<string, string>;
  const words = globSync('{LICENSE*,README.md,build/*.js}', { cwd: unpacked }).map(file).join('\n');
  const copyright = /Copyright (?:\(c\) )?\d{4}[^\n&]*/.exec(words)?.[0].trim() ?? '';
  const [licenceFile] = globSync('LICENSE*', { cwd: unpacked });
  const text = licenceFile === undefined ? /The MIT License[^]*/.exec(file('README.md'))?.[0] : file(licenceFile);
  if (text === undefined) throw new Error(`${name} ${version} has no text of its licence`);
  writeFileSync(path.join(FOLDER, `${name}.LICENSE`), text);
  const list = READERS[name](file);
  if (list.length === 0 || copyright === '') throw new Error(`${name} ${version} is not as it was`);
  rmSync(unpacked, { recursive: true });
  return {
    name,
    version,
    date: (times[version] ?? '').slice(0, 10),
    licence: license,
    copyright,
    url: `https://www.npmjs.com/package/${name}/v/${version}`,
    list,
  };
}

/** Downloads the newest version of each list; needs the network, and `tar`. */
export function updateSources(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'agents-'));
  try {
    for (const name of Object.keys(READERS) as Array<keyof Lists>) {
      const { list, ...provenance } = newest(name, folder);
      const lines = list.map((item) => `  ${JSON.stringify(item)}`).join(',\n');
      const head = JSON.stringify(provenance, null, 2).replace(/\n\}$/, '');
      writeFileSync(path.join(FOLDER, `${name}.json`), `${head},\n  "list": [\n${lines}\n]}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
