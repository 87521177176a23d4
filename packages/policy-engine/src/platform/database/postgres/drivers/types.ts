import { PolicyEngineError } from '../../../../errors/errors.ts';
import { parseJson } from '../../statements/json-values.ts';
import { timeFromSql } from '../../statements/times.ts';
import { safeInteger } from '../../statements/values.ts';

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
  if (!Number.isNaN(date.getTime())) return date;
  if (/^-?infinity$| BC$/.test(text)) return text;
  throw otherStyle(text);
};
const date: Parse = (text) => {
  if (/^\d{4,}-|^-?infinity$/.test(text)) return text;
  throw otherStyle(text);
};

/** `21.11.2026` and `11/21/2026` would be stored in the ledger and shown as they are. */
function otherStyle(text: string): PolicyEngineError {
  const why = `a time is written as ${JSON.stringify(text)}; set DateStyle to ISO`;
  return new PolicyEngineError('database_session_refused', `This PostgreSQL session cannot be used: ${why}.`);
}

/** `\\x00ff`, or, with `bytea_output = escape`, text with octal escapes. */
const bytes: Parse = (text) =>
  text.startsWith('\\x')
    ? Buffer.from(text.slice(2), 'hex')
    : Buffer.from(
        text.replaceAll(/\\(?:\\|(\d{3}))/g, (_escape, octal?: string) =>
          octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
        ),
        'latin1',
      );

/** By type OID; all other types are left as PostgreSQL's text. */
const parsers = new Map<number, Parse>([
  [16, (text) => text === 't'],
  [17, bytes],
  [20, integer],
  [21, integer],
  [23, integer],
  [26, integer],
  [114, parseJson],
  [700, float],
  [701, float],
  [1082, date],
  [1114, time],
  [1184, time],
  [1700, numeric],
  [3802, parseJson],
]);

const asText: Parse = (text) => text;

/**
 * Passed with each query, so that parsers that a host has set globally (bigint, timestamps) do not affect the engine.
 */
export const pgTypes: { getTypeParser(oid: number): Parse } = {
  getTypeParser: (oid) => parsers.get(oid) ?? asText,
};
