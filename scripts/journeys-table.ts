/** The table of journeys on client routers, in the documentation of policy-engine. */
import path from 'node:path';
import { root } from './build.ts';
import { writeTable } from './doc-table.ts';

/** The page with the table. */
export const JOURNEYS_PAGE: string = path.join(root, 'packages/policy-engine/docs/client-routers.md');

/** One journey on one router in one browser. */
export interface Cell {
  readonly browser: string;
  readonly version: string;
  readonly router: string;
  /** Of the router; empty if the browser itself follows the links. */
  readonly routerVersion: string;
  readonly journey: string;
  readonly passed: boolean;
  /** Why it is known to fail. */
  readonly reason?: string;
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** Writes which journeys passed on which router, and why others did not. @param lines of JSON, as written by the tests */
export function writeJourneys(lines: string): void {
  const cells = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Cell);
  const routers = unique(cells.map(({ router, routerVersion }) => `${router} ${routerVersion}`.trim()));
  const versions = unique(cells.map(({ browser, version }) => `${browser} ${version}`));
  const reasons = unique(cells.flatMap(({ passed, reason }) => (passed ? [] : [reason ?? 'Not explained.'])));
  const rows = unique(cells.map(({ journey }) => journey)).map((journey) => {
    const own = cells.filter((cell) => cell.journey === journey);
    const tried = unique(own.map(({ browser }) => browser));
    const outcomes = routers.map((router) => {
      const here = own.filter((cell) => `${cell.router} ${cell.routerVersion}`.trim() === router);
      const failed = here.filter(({ passed }) => !passed);
      const notes = failed.map(
        ({ browser, reason = 'Not explained.' }) => `**not ${browser}** (${reasons.indexOf(reason) + 1})`,
      );
      return [...(here.length > failed.length ? ['yes'] : []), ...notes].join(', ');
    });
    return [journey, tried.length > 1 ? 'all' : tried.join()].concat(outcomes);
  });
  const where = `in ${new Intl.ListFormat('en-GB').format(versions)}`;
  const after = reasons.map((reason, index) => `${index + 1}. ${reason}`).join('\n');
  writeTable(JOURNEYS_PAGE, 'journeys', [['Journey', 'Browsers', ...routers], ...rows], { where, after });
}
