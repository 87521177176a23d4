/** Types of columns with values that are easily changed, for each kind of database: as SQL, the first of each is the guide's example. */
import type { Dialect } from 'policy-engine/database';

/** A type, and values of it as SQL. */
export type TypedValues = readonly [type: string, ...values: string[]];

const bytes = (hex: string) => ({ postgres: `'\\x${hex}'`, mysql: `x'${hex}'`, sqlite: `x'${hex}'` });
/** The start of a PNG, and enough bytes for a file. */
const PNG = `89504e470d0a1a0a${'00ff'.repeat(60)}`;
const JSON_TEXTS = [
  `'{"id":9007199254740993,"rate":0.12345678901234567890,"list":[1,null,"Müller"]}'`,
  `'12345678901234567890123456789012345678901234567890'`,
  `'[1e400,-0.1e-400,1.5,-0,0]'`,
  `'"text"'`,
  `'null'`,
  `'{"__proto__":{"a":1},"":true}'`,
] as const;
const TEXTS = [
  `'naïve, "quoted" & <b>'`,
  `''`,
  `' 007 '`,
  `'2026-11-21'`,
  `'=1+1'`,
  `'null'`,
  `'👩‍👩‍👧 שלום'`,
  `'back\\\\slash \\\\u0000 \\\\x41'`,
] as const;

/** What `\\` stands for: PostgreSQL and SQLite take a backslash as it is. */
const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\\\\', '\\'));
/** MariaDB reads one backslash of two. */
const escaped = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\\', '\\\\'));

export const MATRIX: Readonly<Record<Dialect, readonly TypedValues[]>> = {
  postgres: [
    ['smallint', '-32768', '0'],
    ['integer', '2147483647', '-1'],
    ['bigint', '9223372036854775807', '-9223372036854775808', '9007199254740993', '7'],
    ['numeric', '12345678901234567890.123456789', `'NaN'`, `'Infinity'`, `'-Infinity'`, '0', '1.10', '1e-30', '5'],
    ['numeric(12,2)', '1234.50', '-0.01', '100.00'],
    ['money', `'1234.50'`, `'-0.01'`],
    ['real', '0.1', '16777217', `'NaN'`, `'-Infinity'`, `'-0'`],
    ['double precision', '0.1', '1e308', '5e-324', `'Infinity'`, `'NaN'`, `'-0'`],
    ['boolean', 'true', 'false'],
    ['text', ...plain(TEXTS), String.raw`E'\u0001 \x7f \t'`],
    ['character varying(20)', `'short'`],
    ['character(5)', `'ab'`],
    ['uuid', `'0191e3b0-7c1e-7000-8000-0123456789ab'`],
    ['mood', `'so, "so"'`],
    ['date', `'1990-02-02'`, `'infinity'`, `'-infinity'`, `'0044-03-15 BC'`, `'12026-01-01'`],
    [
      'timestamp with time zone',
      `'2026-11-21 09:30:00.123456+00'`,
      `'infinity'`,
      `'-infinity'`,
      `'0044-03-15 12:00:00+00 BC'`,
      `'1883-01-01 00:00:00.1+00'`,
      `'12026-01-01 10:00:00+00'`,
    ],
    ['timestamp without time zone', `'2026-11-21 09:30:00.000001'`, `'infinity'`, `'2026-03-29 02:30:00'`],
    ['time without time zone', `'24:00:00'`, `'09:30:00.123456'`],
    ['time with time zone', `'09:30:00.5+05:30'`],
    ['interval', `'1 year 2 months -3 days 04:05:06.789'`, `'-25:00:00'`],
    ['bytea', bytes('00ff').postgres, bytes(PNG).postgres, bytes('').postgres],
    ['bit(3)', `B'101'`, `B'000'`],
    ['bit varying(70)', `B'${'10'.repeat(33)}'`, `B''`],
    ['json', ...plain(JSON_TEXTS), String.raw`'{"nul":"\u0000","lone":"\ud800"}'`],
    ['jsonb', JSON_TEXTS[0], JSON_TEXTS[1], `'{"a": [1.10, 1e30]}'`, `'null'`],
    ['xml', `'<a b="1">&amp;</a>'`],
    ['inet', `'192.0.2.7/24'`, `'2001:db8::1'`],
    ['cidr', `'192.0.2.0/24'`],
    ['macaddr', `'08:00:2b:01:02:03'`],
    ['int4range', `'[1,10)'`, `'empty'`, `'(,5)'`],
    ['tstzrange', `'[2026-01-01 00:00:00.000001+00,infinity)'`],
    ['datemultirange', `'{[2026-01-01,2026-02-01),[2026-03-01,)}'`],
    ['integer[]', `'{1,NULL,3}'`, `'{}'`, `'{{1,2},{3,4}}'`, `'[0:1]={5,6}'`],
    ['text[]', String.raw`'{"a,b","quo\"te",NULL,"NULL","back\\slash",""}'`],
    ['numeric[]', `'{12345678901234567890.123,NaN}'`],
    ['timestamp with time zone[]', `'{2026-11-21 09:30:00.123456+00,infinity}'`],
    ['mood[]', `'{happy}'`],
    ['point', `'(0.1,2)'`],
    ['polygon', `'((0,0),(1,0),(1,1.5))'`],
    ['address', `'("Main, 1",12345)'`],
    ['tsvector', `'''quick'':2 ''fox'':3A'`],
    ['year_of_birth', '1990'],
  ],
  mysql: [
    ['tinyint', '-128', '127'],
    ['tinyint(1)', '1', '0', '2'],
    ['int', '-2147483648'],
    ['int unsigned', '4294967295'],
    ['int(6) unsigned zerofill', '42'],
    ['bigint', '-9223372036854775808', '9007199254740993', '7'],
    ['bigint unsigned', '18446744073709551615', '0'],
    ['decimal(38,10)', '1234567890123456789012345678.0123456789', '-0.0000000001', '5'],
    ['decimal(30,0)', '123456789012345678901234567890', '1'],
    ['float', '123456789', '0.1', '1e-38', '3.4e38', '-0e0'],
    ['double', '0.1', '1.7976931348623157e308', '5e-324', '123456789.123456789', '-0e0'],
    ['varchar(200)', ...escaped(plain(TEXTS)), `'\\0 \\Z'`],
    ['text', `'long'`],
    ['char(5)', `'ab'`],
    [`enum('so, ''so''','b')`, `'so, ''so'''`],
    [`set('a','b')`, `'a,b'`, `''`],
    ['date', `'1990-02-02'`, `'0000-00-00'`, `'2026-00-00'`, `'9999-12-31'`],
    ['datetime(6)', `'2026-11-21 09:30:00.000001'`, `'0000-00-00 00:00:00'`, `'2026-03-29 02:30:00'`],
    ['datetime', `'2026-11-21 09:30:00'`],
    [
      'timestamp(6)',
      `'2026-11-21 09:30:00.123456'`,
      `'0000-00-00 00:00:00'`,
      `'2026-10-25 00:30:00.5'`,
      `'2026-10-25 01:30:00.5'`,
    ],
    ['timestamp', `'2026-11-21 09:30:00'`],
    ['time(6)', `'-838:59:59'`, `'25:00:00.000001'`],
    ['year', '2026', '0'],
    ['bit(10)', `b'0000000101'`],
    ['bit(1)', `b'1'`],
    ['varbinary(20)', bytes('00ff').mysql, bytes('').mysql],
    ['blob', bytes('00ff').mysql, bytes(PNG).mysql],
    // A lone surrogate is no JSON there.
    ['json', ...escaped(plain(JSON_TEXTS)), String.raw`'{"nul":"\\u0000"}'`],
    ['uuid', `'0191e3b0-7c1e-7000-8000-0123456789ab'`],
    ['inet6', `'2001:db8::1'`],
    ['inet4', `'192.0.2.7'`],
    ['geometry', `st_geomfromtext('POINT(0.1 2)', 4326)`, `st_geomfromtext('POINT(0.12345678901234567 1e-300)')`],
    ['polygon', `st_geomfromtext('POLYGON((0 0,1 0,1 1.5,0 0))')`],
  ],
  sqlite: [
    ['integer', '9223372036854775807', '-9223372036854775808', '9007199254740993', '7', `'text'`, '1.5', `x'00'`],
    ['real', '0.1', '9e999', '-9e999', '1e308', `'text'`],
    ['decimal(10,2)', '12.5', '12', `'n/a'`],
    ['boolean', '1', '0', '2', `'yes'`],
    ['text', ...plain(TEXTS), `'a' || char(0) || 'b' || char(1)`, `x'00ff'`],
    ['varchar(10)', `'longer than it says'`],
    ['date', `'1990-02-02'`, '1763717400', '2460000.5'],
    ['datetime', `'2026-11-21 09:30:00.123456'`, `'2026-11-21T09:30:00Z'`, '1763717400'],
    ['blob', bytes('00ff').sqlite, bytes(PNG).sqlite, `'text'`, '5'],
    ['json', ...plain(JSON_TEXTS), String.raw`'{"nul":"\u0000","lone":"\ud800"}'`, `'not JSON'`],
    ['', '1', `'text'`, '1.5', `x'00'`],
  ],
};

/** Types of the schema that the matrix uses. */
export const CREATED: Readonly<Record<Dialect, readonly string[]>> = {
  postgres: [
    `create type mood as enum ('so, "so"', 'happy')`,
    'create type address as (street text, number int)',
    'create domain year_of_birth as smallint check (value > 1900)',
  ],
  mysql: [],
  sqlite: [],
};
