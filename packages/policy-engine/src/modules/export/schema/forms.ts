/** How values of columns are written in JSON; for the schema of an export, and for the guide. */
import type { StoredForm } from '../../../platform/database/schema/stored-values.ts';

export const FORMS_IN_WORDS: Readonly<Record<StoredForm, string>> = {
  any: 'A value of any type; up to 64 bytes as an object with base64, more of them as a file of this export.',
  text: 'Text as it is stored, or as the database writes the value.',
  integer: 'An integer; beyond 9007199254740991 in either direction as text.',
  decimal: 'A decimal number as text, with all its digits; also NaN, Infinity and -Infinity.',
  float: 'A number; NaN, Infinity and -Infinity as text.',
  boolean: 'True or false; another number if the column holds one.',
  day: 'A day without a time zone, such as 2026-11-21; infinity, 0000-00-00 and years BC as the database writes them. A time is midnight of that day.',
  clock: 'A time of day, or a duration, as the database writes it.',
  moment: 'An instant in UTC (ISO 8601), with all digits of its fraction.',
  'local time': 'A date and a time without a time zone, as stored (ISO 8601).',
  json: 'JSON as it is stored. Numbers have all their digits: read them with a parser that keeps them.',
  list: 'A list; its elements as the database writes them in JSON. With lower bounds other than 1 the text of the database.',
  bits: 'Bits as text, the most significant first.',
  geometry:
    'Text of the database; from MySQL and MariaDB SRID=number;WKT, or WKB= and hexadecimal digits where text would round.',
  bytes: 'Up to 64 bytes as Base64, more of them as a file of this export: an object with its path.',
};
