import type { TableDefinition } from './ddl.ts';

/** One step of the schema. Applied ones never change; what comes later is a new one. */
export interface Migration {
  /** Sorts in the order of application. */
  readonly name: string;
  /** Tables it creates. */
  readonly tables: readonly TableDefinition[];
}
