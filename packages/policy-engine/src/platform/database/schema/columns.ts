/**
 * Columns whose values differ between the database and the code: times, and IDs of the host's users if those are not
 * text. Converted here in the same way for every driver, even if the host's driver reads such types differently.
 */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { ColumnKind } from '../migrations/migration.ts';
import { timeFromSql } from '../statements/times.ts';

/** The types that IDs of users can have. */
export const userIdTypes = ['text', 'uuid', 'bigint', 'integer'] as const;

/** The type of the IDs of the host's users in its own tables. */
export type UserIdType = (typeof userIdTypes)[number];

/** @throws {PolicyEngineError} `configuration_invalid` for anything else */
export function userIdTypeOf(type: string = 'text'): UserIdType {
  const known = userIdTypes.find((name) => name === type);
  if (known !== undefined) return known;
  const message = `userIdType is ${JSON.stringify(type)}; there are ${userIdTypes.join(', ')}`;
  throw new PolicyEngineError('configuration_invalid', message);
}

/** Conversions by column name. */
export type Conversions = ReadonlyMap<string, (value: unknown) => unknown>;

/** How the values of a kind of column are written to the database and read from it. */
export interface Converted {
  readonly encode?: (value: unknown) => unknown;
  readonly decode?: (value: unknown) => unknown;
}

/** Conversions of the values of a kind; empty if they are the same on both sides. @param time those of times */
export function conversionOf(kind: ColumnKind, time: Converted, userIdType: UserIdType): Converted {
  if (kind === 'time') return time;
  if (kind !== 'userId' || userIdType === 'text') return {};
  return { encode: (value) => checkedId(value, userIdType), decode: textId };
}

/** A time of a database as text of the code. */
export function isoTime(value: unknown): unknown {
  if (typeof value !== 'string' || (value.length === 24 && value.endsWith('Z'))) return value;
  return timeFromSql(value) ?? value;
}

function textId(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
}

const forms = {
  // As databases write it: an ID in capitals would be returned as a different text.
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  bigint: /^(?:0|-?[1-9]\d{0,18})$/,
  integer: /^(?:0|-?[1-9]\d{0,9})$/,
};
const bits = { bigint: 64, integer: 32 };

/** Whether a text is an ID of a type, in the form in which it is read back. */
export function isUserId(id: string, type: UserIdType): boolean {
  if (type === 'text') return true;
  if (!forms[type].test(id)) return false;
  return type === 'uuid' || BigInt.asIntN(bits[type], BigInt(id)) === BigInt(id);
}

/** Checked before it reaches the database: PostgreSQL would fail, and MySQL would treat `abc` as 0. */
function checkedId(value: unknown, type: UserIdType): unknown {
  if (typeof value !== 'string' || isUserId(value, type)) return value;
  throw new PolicyEngineError(
    'user_id_refused',
    `The user id ${JSON.stringify(value.slice(0, 100))} is not of the type ${type} (option userIdType).`,
  );
}
