import type { DatabaseDialect } from './dialect.ts';
import { mysql } from './mysql/index.ts';
import type { Dialect } from './port.ts';
import { postgres } from './postgres/index.ts';
import { sqlite } from './sqlite/index.ts';

const dialects: { readonly [name in Dialect]: DatabaseDialect } = { sqlite, postgres, mysql };

/** All descriptions, for what has no name: an error of a driver. */
export const allDialects: readonly DatabaseDialect[] = Object.values(dialects);

/** Whether it is the name of a dialect. */
export function isDialect(name: string): name is Dialect {
  return Object.hasOwn(dialects, name);
}

/** The description of a kind of database. */
export function dialectNamed(name: Dialect): DatabaseDialect {
  return dialects[name];
}
