/** Rows in the order of a key of one or several columns: from a row on, and up to one. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier } from '../../../platform/database/schema/identifiers.ts';
import type { LiveColumn } from '../../../platform/database/schema/live-schema.ts';
import type { Dialect } from '../../../platform/database/port.ts';
import type { StatementText } from './statement-text.ts';

/** `(a > ? or (a = ? and b > ?))`: MySQL uses no index for a comparison of several columns at once. */
export function keyIs(
  dialect: Dialect,
  columns: readonly string[],
  { sign, than }: { readonly sign: '>' | '<' | '>=' | '<='; readonly than: readonly unknown[] },
  text: StatementText,
): string {
  const [way = '>'] = sign;
  const [first] = columns;
  // The part that an index can answer.
  const within =
    first === undefined || columns.length === 1
      ? ''
      : `${identifier(dialect, first)} ${way}= ${text.value(than[0])} and `;
  const ways = columns.map((column, index) => {
    const equal = columns
      .slice(0, index)
      .map((before, at) => `${identifier(dialect, before)} = ${text.value(than[at])}`);
    const last = index === columns.length - 1 ? sign : way;
    return [...equal, `${identifier(dialect, column)} ${last} ${text.value(than[index])}`].join(' and ');
  });
  return `(${within}(${ways.join(' or ')}))`;
}

/** Keys are passed back unchanged: types that a driver would convert to a float or a local time are read as text. */
export function keyText(dialect: Dialect, { name, kind }: Pick<LiveColumn, 'name' | 'kind'>): string {
  const column = identifier(dialect, name);
  const isExact = kind === 'integer' || kind === 'text' || kind === 'uuid' || kind === 'bytes';
  const { supportsTypes, textType } = dialectNamed(dialect);
  return isExact || !supportsTypes ? column : `cast(${column} as ${textType})`;
}
