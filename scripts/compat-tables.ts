/** Tables of the test results of frameworks, ORMs and browsers, in the documentation of policy-engine. */
import path from 'node:path';
import { root } from './build.ts';
import { writeTable } from './doc-table.ts';

const docs = path.join(root, 'packages/policy-engine/docs');

interface HostResult {
  readonly name: string;
  readonly framework: string;
  readonly base: string;
  readonly passed: readonly string[];
  readonly steps: readonly string[];
}

/** Writes the results of each host. @param lines of JSON, as written by the tests */
export function writeHosts(lines: string): void {
  const hosts = parsed<HostResult>(lines);
  const { steps = [] } = hosts[0] ?? {};
  const rows = hosts.map(({ name, framework, base, passed }) =>
    [name, framework, base || '/'].concat(steps.map((step) => (passed.includes(step) ? 'yes' : '**no**'))),
  );
  writeTable(path.join(docs, 'hosts.md'), 'hosts', [['Host', 'Tried with', 'Below', ...steps], ...rows]);
}

interface InitResult {
  readonly name: string;
  readonly lines: number;
  readonly seconds: number;
}

/** Writes what `init` does in the project of each host. @param lines of JSON, as written by the tests */
export function writeInit(lines: string): void {
  const rows = parsed<InitResult>(lines).map(({ name, lines: written, seconds }) => [
    name,
    String(written),
    String(seconds),
  ]);
  writeTable(path.join(docs, 'hosts.md'), 'init', [['Project', 'Lines', 'Seconds'], ...rows]);
}

interface OrmResult {
  readonly orm: string;
  readonly triedWith: string;
  readonly database: string;
  readonly part: string;
  readonly passed: boolean;
}

/** Writes the databases on which each ORM passed. @param lines of JSON, as written by the tests */
export function writeOrms(lines: string): void {
  const results = parsed<OrmResult>(lines);
  const unique = (values: readonly string[]) => [...new Set(values)];
  const parts = unique(results.map(({ part }) => part)).toSorted();
  const orms = unique(results.map(({ orm }) => orm)).toSorted();
  const rows = orms.map((orm) => {
    const own = results.filter((result) => result.orm === orm);
    const cells = parts.map((part) => {
      const tried = own.filter((result) => result.part === part);
      return tried.map(({ database, passed }) => (passed ? database : `**not ${database}**`)).join(', ');
    });
    return [orm, own[0]?.triedWith ?? ''].concat(cells);
  });
  writeTable(path.join(docs, 'orms.md'), 'orms', [['ORM', 'Tried with', ...parts], ...rows]);
}

interface BrowserResult {
  readonly browser: string;
  readonly version: string;
  /** By the name of the journey. */
  readonly outcomes: Readonly<Record<string, 'yes' | 'no' | 'not offered' | 'not run'>>;
}

/** Writes the journeys in each browser. @param lines of JSON, as written by the tests */
export function writeBrowsers(lines: string): void {
  const results = parsed<BrowserResult>(lines);
  const journeys = Object.keys(results[0]?.outcomes ?? {});
  const rows = journeys.map((journey) => {
    const outcomes = results.map(({ outcomes }) => outcomes[journey] ?? 'no');
    return [journey].concat(outcomes.map((outcome) => (outcome === 'no' ? '**no**' : outcome)));
  });
  const head = ['Journey', ...results.map(({ browser, version }) => `${browser} ${version}`)];
  writeTable(path.join(docs, 'consent-banner.md'), 'browsers', [head, ...rows]);
}

function parsed<Result>(lines: string): Result[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
}
