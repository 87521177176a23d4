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

/** Independent of the session's `DateStyle` and time zone, unlike text. */
const iso = (form: StoredValue['form'], expression: (name: string) => string, zone: 'Z' | '' = ''): StoredValue => ({
  form,
  sql: (name) => `to_json(${expression(name)}) #>> '{}'`,
  read: (value) => (typeof value === 'string' ? isoText(value, zone) : value),
});

const same = (name: string) => name;

const TYPES: ReadonlyArray<readonly [type: RegExp, stored: StoredValue]> = [
  [
    /\[\]$/,
    {
      form: 'list',
      // JSON cannot express other lower bounds than 1.
      sql: (name) =>
        `cast(case when array_dims(${name}) ~ '\\[(?!1:)' then to_json(cast(${name} as text)) else to_json(${name}) end as text)`,
      read: (value) => (typeof value === 'string' ? jsonValue(value) : value),
    },
  ],
  [/^jsonb?$/, asText('json', 'text', jsonValue)],
  [/^numeric/, asText('decimal', 'text')],
  // The text of `money` depends on `lc_monetary`.
  [/^money$/, { ...asText('decimal', 'text'), sql: (name) => `cast(cast(${name} as numeric) as text)` }],
  [/^date$/, iso('day', same)],
  [/^timestamp.* with time zone$/, iso('moment', (name) => `${name} at time zone 'UTC'`, 'Z')],
  [/^timestamp/, iso('local time', same)],
  [/^(?:time\b|interval)/, asText('clock', 'text')],
  [/^bit\b/, asText('bits', 'text')],
  [/^boolean$/, { ...asRead('boolean'), read: truth }],
  [/^(?:geometry|geography|point|line|lseg|box|path|polygon|circle)\b/, asText('geometry', 'text')],
];

export const storedValues: StoredValues = ({ type, kind }) =>
  TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? asRead(FORMS[kind]);
