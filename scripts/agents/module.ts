/** The list of bots as the module that render-middleware loads. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build.ts';
import { type Entry, makeList } from './list.ts';

const MIDDLEWARE = path.join(root, 'packages', 'render-middleware');

/** The generated file. */
export const AGENTS_FILE: string = path.join(MIDDLEWARE, 'src', 'bots', 'agents.generated.ts');

/** User agents with the expected result for each; `person` is never matched. */
export interface Sample {
  readonly userAgent: string;
  /** A class of bots, `person`, or null for programs that get the page unrendered. */
  readonly is: string | null;
  readonly from: string;
}

/** The corpus that render-middleware is tested with. */
export function readCorpus(): readonly Sample[] {
  const file = path.join(MIDDLEWARE, 'test', 'fixtures', 'user-agents.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { samples: Sample[] }).samples;
}

/** Groups of entries that differ only in their tokens, in the order of their first entries. */
function grouped(entries: readonly Entry[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { token, at, ...agent } of entries) {
    const key = JSON.stringify([agent.operator, agent.class, agent.source]);
    const tokens = groups.get(key) ?? [];
    groups.set(key, tokens);
    tokens.push(at === 'start' ? `^${token}` : token);
  }
  return [...groups].map(([key, tokens]) => `  [${key.slice(1, -1)}, ${JSON.stringify(tokens)}],`);
}

/** The text of the generated file. @throws if the list would match people */
export function agentsModule(): string {
  const people = readCorpus().flatMap(({ userAgent, is }) => (is === 'person' ? [userAgent] : []));
  const { checked, entries, sources } = makeList(people);
  return [
    '// Made by scripts/agents.ts (`npm run agents`) from scripts/agents/own.json and the lists that are named here.',
    "import type { AgentClass, AgentSource } from './agent.ts';",
    '',
    `export const AGENTS_DATE = '${checked}';`,
    '',
    `export const agentSources: readonly AgentSource[] = ${JSON.stringify(sources, null, 2)};`,
    '',
    '/** Operator, class, source and tokens; `^` stands before a token that user agents start with. */',
    'export const AGENT_GROUPS: ReadonlyArray<readonly [string, AgentClass, string, readonly string[]]> = [',
    ...grouped(entries),
    '];',
    '',
  ].join('\n');
}
