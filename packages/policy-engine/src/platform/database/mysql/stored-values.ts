import {
  asRead,
  asText,
  FORMS,
  isoText,
  jsonValue,
  type StoredValue,
  type StoredValues,
  truth,
} from '../schema/stored-values.ts';

/** The shortest decimal that is this number of four bytes. */
function shortest(value: unknown): unknown {
  if (typeof value !== 'number') return value;
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Seconds since 1970, with a fraction; 0 stands for `0000-00-00 00:00:00`. */
function momentOf(seconds: string): string {
  const [whole = '', fraction = ''] = seconds.split('.');
  const moment = new Date(1000 * Number(whole)).toISOString().replace(/\.000Z$/, '');
  return Number(seconds) === 0 ? '0000-00-00 00:00:00' : isoText(`${moment}.${fraction}`, 'Z');
}

const geometry: StoredValue = {
  form: 'geometry',
  // As text only if nothing is rounded.
  sql: (name) =>
    `concat('SRID=', st_srid(${name}), ';', case when cast(st_geomfromtext(st_astext(${name}), st_srid(${name})) as binary) = cast(${name} as binary) then st_astext(${name}) else concat('WKB=', hex(st_aswkb(${name}))) end)`,
  read: (value) => value,
};

const TYPES: ReadonlyArray<readonly [type: RegExp, stored: StoredValue]> = [
  [/^tinyint\(1\)|^bool/, { ...asRead('boolean'), read: truth }],
  [/^(?:decimal|numeric)/, asText('decimal', 'char')],
  // Text of a `float` has six digits, of which the stored number may have nine.
  [/^float/, { form: 'float', sql: (name) => `(${name} + 0e0)`, read: shortest }],
  [/^date$/, asText('day', 'char')],
  [/^datetime/, asText('local time', 'char', isoText)],
  // The stored instant, without a detour through the time zone of the session.
  [
    /^timestamp/,
    {
      form: 'moment',
      sql: (name) => `cast(unix_timestamp(${name}) as char)`,
      read: (value) => (typeof value === 'string' ? momentOf(value) : value),
    },
  ],
  [/^time/, asText('clock', 'char')],
  [/^(?:geometry|point|linestring|polygon|multi\w+|geom\w*collection)/, geometry],
];

/** The bits of `bit(n)` as text. */
const bits = (length: number): StoredValue => ({
  form: 'bits',
  sql: (name) => name,
  read: (value) =>
    value instanceof Uint8Array
      ? [...value]
          .map((byte) => byte.toString(2).padStart(8, '0'))
          .join('')
          .slice(-length)
      : value,
});

export const storedValues: StoredValues = ({ type, kind }) => {
  const [, length] = /^bit\((\d+)\)/.exec(type) ?? [];
  if (length !== undefined) return bits(Number(length));
  // MariaDB's JSON is text with a check, and mysql2 parses it or not, depending on its version.
  if (kind === 'json') return asText('json', 'char', jsonValue);
  return TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? asRead(FORMS[kind]);
};
