/**
 * `npm run dependencies`: brings the table of `docs/dependencies.md` up to date. Versions come from the packages, licences from what is
 * installed, and the day of the last release from the registry. The reasons stay; a new package has none, which a test refuses.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { directDependencies } from './dependencies/declared.ts';
import { cellsOf, DOCUMENT, HEAD, MARK, readTable } from './dependencies/table.ts';
import { writeTable } from './doc-table.ts';

/** The day on which the registry got the newest version of a package. */
function lastRelease(name: string): string {
  const json = execFileSync('npm', ['view', name, 'time', 'version', '--json'], { encoding: 'utf8' });
  const { time, version } = JSON.parse(json) as { time: Readonly<Record<string, string>>; version: string };
  return (time[version] ?? '').slice(0, 10);
}

const reasons = new Map(readTable(readFileSync(DOCUMENT, 'utf8')).map(({ name, reason }) => [name, reason]));
const rows = directDependencies().map((one) =>
  cellsOf({ ...one, released: lastRelease(one.name), reason: reasons.get(one.name) ?? '' }),
);
writeTable(DOCUMENT, MARK, [HEAD, ...rows]);
