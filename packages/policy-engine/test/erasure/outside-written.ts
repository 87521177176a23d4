/** How names are written where they are left, and how applications name secrets. */
import { type Case, people, PEOPLE, ruleOf } from './outside-case.ts';

export const WRITTEN: readonly Case[] = [
  {
    title: 'compressed content in tables is named as not searched, and bytes of text are searched',
    make: (kind) => {
      const bytes = (hex: string) => (kind === 'postgres' ? `decode('${hex}', 'hex')` : `x'${hex}'`);
      return [
        ...PEOPLE,
        `create table docs (id integer primary key, packed ${kind === 'postgres' ? 'bytea' : 'blob'}, plain ${kind === 'postgres' ? 'bytea' : 'blob'})`,
        `insert into docs values (1, ${bytes('1f8b0800')}, ${bytes(Buffer.from('anna@x.test').toString('hex'))})`,
      ];
    },
    rules: [people],
    email: 'anna@x.test',
    found: ['docs.plain'],
    notSearched: /^\[\{"table":"docs","columns":\["packed"\],"reason":"encoded","note":null\}\]$/,
  },
  {
    title: 'large objects of PostgreSQL are named as not searched',
    on: ['postgres'],
    make: [...PEOPLE, "select lo_from_bytea(0, 'anna@x.test')"],
    rules: [people],
    email: 'anna@x.test',
    notSearched: /"pg_largeobject","columns":null,"reason":"encoded"/,
  },
  {
    title: 'ß in capitals',
    make: [
      ...PEOPLE,
      'create table traces (id integer primary key, a varchar(60), b varchar(60), c varchar(60), d varchar(60))',
      "insert into traces values (1, 'HERR WEISSMÜLLER', 'weissmüller', 'WEIẞMÜLLER', 'Weißmüller')",
    ],
    rules: [people],
    identifiers: ['Weißmüller'],
    found: ['traces.a', 'traces.b', 'traces.c', 'traces.d'],
  },
  {
    title: 'a Turkish i in capitals',
    make: [
      ...PEOPLE,
      'create table traces (id integer primary key, a varchar(60), b varchar(60), c varchar(60))',
      "insert into traces values (1, 'İBRAHİM YILDIZ', 'ibrahim yıldız', 'İbrahim Yıldız')",
    ],
    rules: [people],
    identifiers: ['İbrahim Yıldız'],
    found: ['traces.a', 'traces.b', 'traces.c'],
  },
  {
    title: 'names with soft breaks, invisible signs and no-break spaces',
    make: [
      ...PEOPLE,
      'create table traces (id integer primary key, a varchar(90), b varchar(90), c varchar(90), d varchar(90), e varchar(90), f varchar(90))',
      `insert into traces values (1, 'Dear Zo=C3=AB M=C3=BCller=\nov=C3=A1,', 'Zoë\u00a0Müllerová', 'Zoë Mül\u00adler\u00adová', '=?utf-8?Q?Zo=C3=AB_M=C3=BCllerov=C3=A1?= <z@y.test>', 'Zoë\u200b Müllerová', '=?UTF-8?B?Wm/DqyBNw7xsbGVyb3bDoQ==?=')`,
    ],
    rules: [people],
    identifiers: ['Zoë Müllerová'],
    found: ['traces.a', 'traces.b', 'traces.c', 'traces.d', 'traces.e'],
  },
  {
    title: 'escapes of programming languages, and UTF-8 that was read as Latin-1',
    make: (kind) => {
      const s = kind === 'mysql' ? '\\\\' : '\\';
      return [
        ...PEOPLE,
        'create table traces (id integer primary key, a varchar(90), b varchar(90), c varchar(90), d varchar(90), e varchar(90), f varchar(90))',
        `insert into traces values (1, 'M${s}xfcller', 'M%FCller', 'M%u00FCller', 'M${s}xC3${s}xBCller', 'M${s}u{fc}ller', 'MÃ¼ller')`,
      ];
    },
    rules: [people],
    identifiers: ['Müller'],
    found: ['traces.a', 'traces.b', 'traces.c', 'traces.d', 'traces.e', 'traces.f'],
  },
  {
    title: 'a name in file names, logins and slugs',
    make: [
      ...PEOPLE,
      'create table files (id integer primary key, a varchar(90), b varchar(90), c varchar(90), d varchar(90), e varchar(90))',
      "insert into files values (1, 'cv_anna_lindqvist_2024.pdf', '/u/anna-lindqvist', 'AnnaLindqvist.png', 'lindqvist.anna@old.test', 'scan-Lindqvist_Anna.TIF')",
    ],
    rules: [people],
    identifiers: ['Anna Lindqvist'],
    found: ['files.a', 'files.b', 'files.c', 'files.d', 'files.e'],
  },
  {
    title: 'texts of other encodings in MariaDB',
    on: ['mysql'],
    make: [
      ...PEOPLE,
      'create table traces (id integer primary key, a varchar(60) character set latin1, b varchar(60) character set utf16, c varbinary(60), d varchar(60) character set latin1, e varchar(60) character set utf8mb3 collate utf8mb3_bin)',
      "insert into traces values (1, 'Frau Müllerová', 'Frau Müllerova', 'Frau Müllerova', cast(convert('Müllerova' using utf8mb4) as binary), 'MÜLLEROVA')",
    ],
    rules: [people],
    identifiers: ['Müllerova'],
    found: ['traces.b', 'traces.c', 'traces.d', 'traces.e'],
  },
  {
    title: 'secrets in rows of keys and values',
    make: [
      ...PEOPLE,
      'create table usermeta (umeta_id integer primary key, user_id integer not null, meta_key varchar(60), meta_value varchar(200), foreign key (user_id) references people (id))',
      `insert into usermeta values (1, 1, 'session_tokens', 'a:1:{s:64:"deadbeef";}'), (2, 1, 'nickname', 'annie'), (3, 1, 'api_key', 'k-123456'), (4, 1, 'password_reset_key', 'prk-99'), (5, 1, 'billing_city', 'Ulm')`,
      'create table settings (id integer primary key, user_id integer, name varchar(60), value varchar(60), foreign key (user_id) references people (id))',
      "insert into settings values (1, 1, 'otp_secret', 'JBSWSECRET'), (2, 1, 'theme', 'dark-theme')",
    ],
    rules: [people, ruleOf('usermeta', 'user_id', { key: 'umeta_id' }), ruleOf('settings', 'user_id')],
    exports: /(?=[^]*annie)(?=[^]*Ulm)(?=[^]*dark-theme)/,
    hides: /deadbeef|k-123456|prk-99|JBSWSECRET/,
  },
  {
    title: 'secrets as other applications name them',
    make: [
      'create table people (id integer primary key, email varchar(60), security_stamp varchar(40), google2fa_secret varchar(40), persistence_token varchar(40), perishable_token varchar(40), user_pass varchar(40), user_activation_key varchar(40), sha1_pass varchar(40), calendar_feed_url varchar(60), ics_token varchar(40), rss_key varchar(40), feed_key varchar(40), u2f_key_handle varchar(40), otp_auth varchar(40), authkey varchar(40), access_hash varchar(40), verify_hash varchar(40), private_feed varchar(40), webauthn_sign_count integer, lockout_end varchar(40), concurrency_stamp varchar(40), passwordless boolean, key_skills varchar(40))',
      "insert into people values (1, 'anna@x.test', 'S01', 'S02', 'S03', 'S04', 'S05', 'S06', 'S07', 'S08', 'S09', 'S10', 'S11', 'S12', 'S13', 'S14', 'S15', 'S16', 'S17', 41, 'O42', 'O43', true, 'O44')",
    ],
    rules: [people],
    exports: /(?=[^]*O42)(?=[^]*O44)(?=[^]*"webauthn_sign_count": ?41)/,
    hides: /"S\d\d"/,
  },
];
