/** Bulk SQL in the syntax of each dialect: rows as expressions over a number `i`. */
import type { Database } from 'policy-engine';

/** Prefix of the engine's tables. */
export const PREFIX = 'policy_manager_';
/** The engine's tables that are filled. */
const FILLED = [
  'user_terms',
  'ledger_events',
  'ledger_identities',
  'ledger_accounts',
  'ledger_visitors',
  'portability_requests',
  'portability_register',
  'erasure_requests',
  'admin_actions',
] as const;
/** Period in seconds over which the events are spread. */
const SPAN = 2 * 365 * 24 * 3600;
/** Number of rows of one statement. */
const AT_ONCE = 250_000;

/** The padded keys of HMAC (RFC 2104 §2), hexadecimal. */
function padsOf(key: Buffer): { readonly outer: string; readonly inner: string } {
  const pad = (byte: number) =>
    Buffer.from(Uint8Array.from({ length: 64 }, (_, index) => (key[index] ?? 0) ^ byte)).toString('hex');
  return { outer: pad(0x5c), inner: pad(0x36) };
}

/** Expressions over a number `i`, in the syntax of a dialect. */
export interface Words {
  /** Time of the i-th of a number of events. */
  readonly at: (count: number, more?: string) => string;
  readonly hex: (length: number, salt: number) => string;
  /** Ids that sort as the numbers do. */
  readonly id: (kind: number) => string;
  /** A table of the numbers from one (inclusive) to another (exclusive). */
  readonly numbers: (from: number, to: number) => string;
  readonly text: (expression: string) => string;
  /** Joins texts. */
  readonly join: (...texts: readonly string[]) => string;
  /** Whole part of a quotient. */
  readonly quotient: (expression: string, by: number) => string;
  /** HMAC-SHA256 of a text with a constant key of 32 bytes, and SHA-256 of a zero byte and a text; both hexadecimal. */
  readonly hmac: (key: Buffer, text: string) => string;
  readonly leafHash: (text: string) => string;
  /** A moment, in seconds since 1970, as the value of a column and as the ledger writes it. */
  readonly moment: (seconds: string) => string;
  readonly momentText: (seconds: string) => string;
  /** Keeps a nested query apart, so that what it computes is computed once. */
  readonly fence: string;
  /** Brings the statistics of the planner up to date. */
  readonly analyse: readonly string[];
}

const SQLITE: Words = {
  at: (count, more = '0') =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', unixepoch() - ${SPAN} + cast(i * ${SPAN}.0 / ${count} as integer) + ${more}, 'unixepoch')`,
  hex: (length, salt) => `printf('%0${length}x', i * 2654435761 % 4294967296 + ${salt})`,
  id: (kind) => `printf('%08x-0000-7000-8000-%012x', i, ${kind})`,
  numbers: (from, to) =>
    `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1}) select i from n) n`,
  text: (expression) => `cast(${expression} as text)`,
  join: (...texts) => texts.join(' || '),
  quotient: (expression, by) => `${expression} / ${by}`,
  // Functions that `hashing` adds.
  hmac: (key, text) => `hmac('${key.toString('hex')}', ${text})`,
  leafHash: (text) => `leaf_hash(${text})`,
  moment: (seconds) => `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`,
  momentText: (seconds) => `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`,
  fence: 'limit -1 offset 0',
  analyse: ['analyze'],
};

const POSTGRES: Words = {
  at: (count, more = '0') => `now() + interval '1 second' * (floor(i * ${SPAN}.0 / ${count}) - ${SPAN} + ${more})`,
  hex: (length, salt) => `lpad(to_hex(i::bigint * 2654435761 % 4294967296 + ${salt}), ${length}, '0')`,
  id: (kind) => `lpad(to_hex(i), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${kind}), 12, '0')`,
  numbers: (from, to) => `generate_series(${from}, ${to - 1}) n(i)`,
  text: (expression) => `(${expression})::text`,
  join: (...texts) => texts.join(' || '),
  quotient: (expression, by) => `${expression} / ${by}`,
  hmac: (key, text) => {
    const { outer, inner } = padsOf(key);
    const bytes = (hex: string) => `'\\x${hex}'::bytea`;
    return `encode(sha256(${bytes(outer)} || sha256(${bytes(inner)} || convert_to(${text}, 'UTF8'))), 'hex')`;
  },
  leafHash: (text) => `encode(sha256('\\x00'::bytea || convert_to(${text}, 'UTF8')), 'hex')`,
  moment: (seconds) => `to_timestamp(${seconds})`,
  momentText: (seconds) => `to_char(to_timestamp(${seconds}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`,
  fence: 'offset 0',
  analyse: ['vacuum analyze'],
};

const MARIADB: Words = {
  at: (count, more = '0') =>
    `timestampadd(second, floor(i * ${SPAN}.0 / ${count}) - ${SPAN} + ${more}, utc_timestamp(3))`,
  hex: (length, salt) => `lpad(lower(hex(i * 2654435761 % 4294967296 + ${salt})), ${length}, '0')`,
  id: (kind) => `concat(lpad(lower(hex(i)), 8, '0'), '-0000-7000-8000-', lpad(lower(hex(${kind})), 12, '0'))`,
  // The engine `sequence` is part of MariaDB.
  numbers: (from, to) => `(select cast(seq as signed) as i from seq_${from}_to_${to - 1}) n`,
  text: (expression) => `cast(${expression} as char)`,
  join: (...texts) => `concat(${texts.join(', ')})`,
  quotient: (expression, by) => `${expression} div ${by}`,
  hmac: (key, text) => {
    const { outer, inner } = padsOf(key);
    return `sha2(concat(x'${outer}', unhex(sha2(concat(x'${inner}', ${text}), 256))), 256)`;
  },
  leafHash: (text) => `sha2(concat(x'00', ${text}), 256)`,
  moment: (seconds) => `timestampadd(second, ${seconds}, '1970-01-01 00:00:00.000')`,
  momentText: (seconds) =>
    `date_format(timestampadd(second, ${seconds}, '1970-01-01 00:00:00'), '%Y-%m-%dT%H:%i:%s.000Z')`,
  fence: 'limit 18446744073709551615',
  analyse: ['shop_users', ...FILLED.map((table) => `${PREFIX}${table}`)].map((table) => `analyze table ${table}`),
};

/** By dialect. */
export const WORDS = { sqlite: SQLITE, postgres: POSTGRES, mysql: MARIADB } as const;

/** Inserts a row for each number below a count, in parts, each in its own transaction. */
export async function insert(
  database: Database,
  words: Words,
  table: string,
  columns: Readonly<Record<string, string>>,
  count: number,
) {
  for (let from = 0; from < count; from += AT_ONCE) {
    await insertFrom(database, table, columns, words.numbers(from, Math.min(count, from + AT_ONCE)));
  }
}

/** Inserts a row for each row of another table. */
export async function insertFrom(
  database: Database,
  table: string,
  columns: Readonly<Record<string, string>>,
  from: string,
): Promise<void> {
  const [names, values] = [Object.keys(columns).join(', '), Object.values(columns).join(', ')];
  await database.execute(`insert into ${table} (${names}) select ${values} from ${from}`);
}

/** Chooses from literals in turn. */
export const turns = (literals: readonly string[], by = 'i'): string =>
  `case ${by} % ${literals.length} ${literals.map((literal, turn) => `when ${turn} then ${literal}`).join(' ')} end`;
