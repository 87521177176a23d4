import { policyTables } from './0001-policy-tables.ts';
import { ledgerTables } from './0002-ledger.ts';
import { auditTable } from './0003-audit.ts';
import { termTranslations } from './0004-term-translations.ts';
import { consentSignals } from './0005-consent-signals.ts';
import { jobsAndMailTables } from './0006-jobs-and-mail.ts';
import { portabilityRegister } from './0007-portability-requests.ts';
import { attachmentColumns } from './0008-attachments.ts';
import { required } from './ddl.ts';
import type { TableDefinition } from './ddl.ts';
import type { Alteration, Migration } from './migration.ts';

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  policyTables,
  ledgerTables,
  auditTable,
  termTranslations,
  consentSignals,
  jobsAndMailTables,
  portabilityRegister,
  attachmentColumns,
];

/** Where applied migrations are written down; created before the first of them. */
export const migrationsTable: TableDefinition = {
  table: 'migrations',
  columns: { name: required('name'), applied_at: required('time') },
  primaryKey: 'name',
};

const alterations: readonly Alteration[] = migrations.flatMap((migration) => migration.alterations ?? []);

/** A table with everything that later migrations add to it: a new database gets it so at once. */
export function latest(definition: TableDefinition): TableDefinition {
  const added = alterations.filter(({ table }) => table === definition.table);
  return {
    ...definition,
    columns: Object.assign({}, definition.columns, ...added.map(({ columns }) => columns)),
    indexes: [...(definition.indexes ?? []), ...added.flatMap(({ indexes = [] }) => indexes)],
  };
}
