import type { Column, TableDefinition } from './ddl.ts';
import type { TableName } from '../tables.ts';

/** What a later migration adds to a table. Columns may be null, for the rows that are there. */
export interface Alteration {
  readonly table: TableName;
  readonly columns: Readonly<Record<string, Column>>;
  readonly indexes?: readonly (readonly string[])[];
}

/** One step of the schema. Applied ones never change; what comes later is a new one. */
export interface Migration {
  /** Sorts in the order of application. */
  readonly name: string;
  /** Tables it creates. */
  readonly tables: readonly TableDefinition[];
  /** Tables it adds to. */
  readonly alterations?: readonly Alteration[];
}
