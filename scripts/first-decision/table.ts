/** The table of the guide: how much a person types on each host. */
import { writeTable } from '../doc-table.ts';
import { GUIDE, type Typed } from './recipe.ts';

/** The result of a run on a host, one line of JSON for each. */
export interface Measured extends Typed {
  readonly host: string;
  /** Name and version. */
  readonly framework: string;
  readonly seconds: number;
}

/** Name of the marks in the guide. */
export const TABLE = 'first decision';

const HEAD = ['Host', 'Measured with', 'Commands', 'Lines', 'Files', 'From a template', 'Seconds'];

/** Writes the table of all hosts. @param lines of JSON, as written by the test */
export function writeMeasured(lines: string): void {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured)
    .map(({ host, framework, commands, lines, files, template, seconds }) =>
      [host, framework].concat([commands, lines, files, template, seconds].map(String)),
    );
  writeTable(GUIDE, TABLE, [HEAD, ...rows]);
}
