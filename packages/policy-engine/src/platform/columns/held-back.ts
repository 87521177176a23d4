/** The judgement whether a column may leave in an export of its person's data. */
import type { Kind } from '../database/schema/live-schema-sql.ts';
import { otherIn, staffIn } from './people.ts';
import { secretIn, type Surroundings } from './secrets.ts';

/** `secret`: proves who somebody is; `staff`: says who of the host handled it; `others`: names a third party. */
export type HeldBackKind = 'secret' | 'staff' | 'others';

/** Why a column is held back. */
export interface HeldBack {
  readonly kind: HeldBackKind;
  /** What of its name, or of its value, says so. */
  readonly word: string;
}

/** Kinds of types that hold neither a secret nor a person. */
const HARMLESS: ReadonlySet<string> = new Set(['boolean', 'date', 'time', 'number']);

/**
 * Judges a column by its name, its type and what is around it.
 *
 * @param kind of the column's type; undefined: not known
 */
export function heldBackBy(name: string, around: Surroundings, kind?: Kind): HeldBack | undefined {
  if (kind !== undefined && HARMLESS.has(kind)) return undefined;
  const secret = secretIn(name, around);
  if (secret !== undefined && !(kind === 'integer' && !/code|pin|otp/.test(secret)))
    return { kind: 'secret', word: secret };
  const staff = staffIn(name, around.table);
  if (staff !== undefined) return { kind: 'staff', word: staff };
  const other = otherIn(name, around.table);
  return other === undefined ? undefined : { kind: 'others', word: other };
}

/** Why a column is held back, in a phrase for developers. */
export function heldBackInWords({ kind, word }: HeldBack): string {
  const why = { secret: 'a secret', staff: 'says who of the host handled the row', others: 'about somebody else' }[
    kind
  ];
  return `${why}: ${word}`;
}
