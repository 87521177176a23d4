/** The draft of data rules for a database, as a module of TypeScript. */
import type { Database } from '../../../platform/database/port.ts';
import { LiveSchema } from '../../../platform/database/schema/live-schema.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { emptyMap } from '../commands/check-command.ts';
import { hostTables, peopleTable } from '../schema/coverage.ts';
import { draftOf } from './draft.ts';
import { sampledWords } from './samples.ts';
import { linesOf } from './text.ts';

/** The lines of the module; undefined if no table of people was found among the tables. */
export interface DraftedRules {
  readonly lines: readonly string[] | undefined;
  /** The host's tables. */
  readonly tables: readonly string[];
}

/** @param people the table of people; default: found by its name */
export async function draftedRules(
  database: Database,
  naming: Naming,
  people: string | undefined,
): Promise<DraftedRules> {
  const map = emptyMap(people);
  const schema = await LiveSchema.read(database, map.schemas);
  const tables = hostTables(schema, naming);
  const found = peopleTable(map, schema, tables);
  const names = tables.map((table) => schema.shownName(table));
  if (found === undefined) return { lines: undefined, tables: names };
  const sampled = await sampledWords(database, tables, schema);
  return { lines: linesOf(draftOf({ schema, people: found, tables, sampled })), tables: names };
}
