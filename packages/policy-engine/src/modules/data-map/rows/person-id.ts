/** Compares the ID of a person with a column of the host, exactly: it must match this person only. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier } from '../../../platform/database/schema/identifiers.ts';
import type { LiveColumn } from '../../../platform/database/schema/live-schema.ts';
import type { Dialect } from '../../../platform/database/port.ts';
import type { StatementText } from './statement-text.ts';

const INTEGER = /^-?(?:0|[1-9]\d{0,18})$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const LARGEST = 2n ** 63n;

/** Whether ids of people can be in a column. */
export function canHoldIds({ kind, type, labels }: LiveColumn): boolean {
  if (labels !== undefined) return false;
  return (
    kind === 'text' ||
    kind === 'integer' ||
    kind === 'uuid' ||
    kind === 'bytes' ||
    /^(?:decimal|numeric|number)/i.test(type)
  );
}

/** The ID that a rule looks for. */
export interface PersonKey {
  readonly id: string;
  /** Name of the rule, for errors. */
  readonly rule: string;
}

/**
 * The condition that a column holds the ID of a person.
 * Without this, MySQL reads `5abc` as 5 and `ABC` as `abc`, PostgreSQL rejects `abc` as a number with an error that names no rule,
 * and SQLite does not find the number 5 by the text `5` in a column without a type.
 *
 * @throws {PolicyEngineError} `data_map_unfit` for an ID that cannot be a value of the column
 */
export function holdsId(dialect: Dialect, column: LiveColumn, person: PersonKey, text: StatementText): string {
  const { id } = person;
  const name = identifier(dialect, column.name);
  const { search, supportsTypes } = dialectNamed(dialect);
  if (column.kind === 'text') return search.isId(name, column.type, () => text.value(id));
  if (column.kind === 'uuid') return `${name} = ${text.value(fitting(UUID, column, person))}`;
  if (column.kind === 'bytes') {
    // A column without a type, or the bytes of a UUID.
    if (!supportsTypes) return `cast(${name} as text) = ${text.value(id)}`;
    return `${name} = ${text.value(Buffer.from(fitting(UUID, column, person).replaceAll('-', ''), 'hex'))}`;
  }
  const number = BigInt(fitting(INTEGER, column, person));
  if (number >= LARGEST || number < -LARGEST) throw unfit(column, person);
  return `${name} = ${text.value(number)}`;
}

function fitting(pattern: RegExp, column: LiveColumn, person: PersonKey): string {
  if (pattern.test(person.id)) return person.id;
  throw unfit(column, person);
}

function unfit({ name, type }: LiveColumn, { id, rule }: PersonKey): PolicyEngineError {
  const shown = JSON.stringify(id.slice(0, 80));
  const message = `data rule "${rule}": the column ${name} of type ${type} cannot hold the id ${shown}`;
  return new PolicyEngineError('data_map_unfit', message);
}
