/** The table of direct dependencies in `docs/dependencies.md`. */
import path from 'node:path';
import { root } from '../build.ts';
import { between } from '../doc-table.ts';
import type { Dependency } from './declared.ts';

/** The document with the table. */
export const DOCUMENT: string = path.join(root, 'docs/dependencies.md');
/** Name of the marks around it. */
export const MARK = 'dependencies';
/** Its head. */
export const HEAD: readonly string[] = ['Package', 'Version', 'Licence', 'Last release', 'Needed by', 'For'];

/** A row of the table. */
export interface Row extends Dependency {
  /** Day of the newest release, whichever version we use, as `2026-11-28`. */
  readonly released: string;
  readonly reason: string;
}

/** The cells of a row. */
export const cellsOf = ({ name, version, licence, released, users, reason }: Row): readonly string[] => [
  `\`${name}\``,
  version,
  licence,
  released,
  users.join(', '),
  reason,
];

/** Reads the table of the document. */
export function readTable(text: string): Row[] {
  const { start, end } = between(text, MARK);
  return [...text.slice(start, end).matchAll(/^\| `([^`]+)` *\|(.*)\|$/gm)].map(([, name = '', rest = '']) => {
    const [version = '', licence = '', released = '', users = '', reason = ''] = rest
      .split('|')
      .map((cell) => cell.trim());
    return { name, version, licence, released, users: users.split(', '), reason };
  });
}
