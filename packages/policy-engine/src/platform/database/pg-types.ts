import { timeFromSql } from './times.ts';
import { safeInteger } from './values.ts';

type Parse = (text: string) => unknown;

const integer: Parse = (text) => safeInteger(text);
const float: Parse = (text) => Number(text);
/** Sums of integers are returned as numeric; fractions stay text, since a float would change them. */
const numeric: Parse = (text) => (/^-?\d+$/.test(text) ? safeInteger(text) : text);
/** `2026-11-21 09:30:00.123+00`, as a session in UTC nearly always writes a `timestamptz(3)`. */
const isUtcWithMilliseconds = (text: string) =>
  text.length === 26 && text[10] === ' ' && text[19] === '.' && text.endsWith('+00') && !text.startsWith('0000-');
/** ISO date style; a timestamp without zone is taken as UTC. */
const time: Parse = (text) => {
  if (isUtcWithMilliseconds(text)) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const plain = timeFromSql(text);
  if (plain !== undefined) return plain;
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  const date = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(date.getTime()) ? text : date;
};

/** By type OID; all other types are left as PostgreSQL's text. */
const parsers = new Map<number, Parse>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, integer],
  [21, integer],
  [23, integer],
  [26, integer],
  [114, (text) => JSON.parse(text)],
  [700, float],
  [701, float],
  [1114, time],
  [1184, time],
  [1700, numeric],
  [3802, (text) => JSON.parse(text)],
]);

const asText: Parse = (text) => text;

/**
 * Passed with each query, so that parsers that a host has set globally (bigint, timestamps) do not affect the engine.
 */
export const pgTypes: { getTypeParser(oid: number): Parse } = {
  getTypeParser: (oid) => parsers.get(oid) ?? asText,
};
