import { policyTables } from './0001-policy-tables.ts';
import { ledgerTables } from './0002-ledger.ts';
import { auditTable } from './0003-audit.ts';
import { required } from './ddl.ts';
import type { TableDefinition } from './ddl.ts';
import type { Migration } from './migration.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [policyTables, ledgerTables, auditTable];

/** Where applied migrations are written down; created before the first of them. */
export const migrationsTable: TableDefinition = {
  table: 'migrations',
  columns: { name: required('name'), applied_at: required('time') },
  primaryKey: 'name',
};
