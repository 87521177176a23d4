/**
 * What a host declares about personal data: its kinds, and how each is exported, erased and kept.
 *
 * @module
 */
export type { DataReference } from './modules/data-map/references/check.ts';
export type { MapReport } from './modules/data-map/references/report.ts';
export type { MapFinding } from './modules/data-map/schema/coverage.ts';
export type { HeldBackColumn } from './modules/data-map/schema/held-back.ts';
export type {
  Inventory,
  InventoryEntry,
  InventoryExemption,
  InventoryGap,
} from './modules/data-map/record/inventory.ts';
export type { ProcessingRecordOptions, RecordParty, RecordTransfer } from './modules/data-map/record/declaration.ts';
export type {
  InventoryConsent,
  InventoryParty,
  InventoryRecord,
  InventoryTransfer,
} from './modules/data-map/record/record.ts';
export type {
  ColumnConstant,
  ColumnValue,
  ColumnValues,
  DataMapOptions,
  DataPortability,
  DataRow,
  DataRuleOptions,
  DeleteRows,
  ErasureOptions,
  ErasurePerson,
  ErasureReport,
  ErasureRuleOptions,
  Exemption,
  KeepRows,
  KeptUntil,
  PeopleTable,
  Period,
  PersonReference,
  PersonSide,
  RetentionOptions,
  RunErasure,
  SetColumns,
  TableErasure,
  TableSource,
} from './modules/data-map/rules/declaration.ts';
export {
  flystorageFiles,
  type FlystorageFilesLike,
  localFiles,
  type SearchedFiles,
} from './modules/erasure/absence/places.ts';
export type { AccountMerge, AccountsToMerge } from './modules/subjects/merges.ts';
export type { EngineErasure } from './modules/erasure/requests/engine-erasure.ts';
export type {
  AbsenceProof,
  DatabaseChange,
  ErasureReceipt,
  FilesSearched,
  NotSearched,
  NotSearchedTable,
  PlannedErasure,
  RemainingTrace,
  SampledTable,
} from './modules/erasure/plan/receipt.ts';
export type { ErasureActionName } from './kernel/erasure-step.ts';
export type { ErasureRequest, ErasureState } from './modules/erasure/requests/request.ts';
export type { RetentionEntry } from './modules/erasure/retention/report.ts';
export type { ErasureSettings, IdentityProof } from './modules/erasure/settings.ts';
export type { ErasureFilter } from './modules/erasure/requests/store.ts';
export type { RequestsPage } from './modules/requests/register/register.ts';
