/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { MapReport } from './references/report.ts';
import type { MapFinding } from './schema/coverage.ts';
import type { HeldBackColumn } from './schema/held-back.ts';
import type { DataMapOptions, DataRuleOptions, ErasureRuleOptions } from './rules/declaration.ts';
import type { Inventory } from './record/inventory.ts';
import type { dataMapOptions } from './options.ts';
import type { DataMapService } from './service.ts';

export type { DataMap } from './data-map.ts';
export type { ColumnConstant, ColumnValues, DataRow, ErasurePerson, Period } from './rules/declaration.ts';
export { draftedRules } from './draft/drafted.ts';
export { keyIs, keyText } from './rows/key-order.ts';
export { detachable, emptiesItself, inWords, type Reference, referencesIn, refuses } from './references/keys.ts';
export { deletedInGroups, deletes, type RuleSolution, type Solution, type Together } from './references/solution.ts';
export { ERASED } from './rows/sides.ts';
export { ownColumns } from './references/own-columns.ts';
export {
  type BeginsAt,
  type DataRule,
  hasTable,
  type KeepAction,
  type RetentionSchedule,
  type SetAction,
  type TableAction,
  type TableAddress,
  type TableRule,
} from './rules/rule.ts';
export type { DataMapService } from './service.ts';
export { StatementText } from './rows/statement-text.ts';
export type { TableRows } from './rows/table-rows.ts';

type Shapes = typeof dataMapOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly dataMap: DataMapService;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** Kinds of personal data, declared once: what is exported, how it is erased, and how long it is kept. Default: none. */
    readonly dataRules?: readonly DataRuleOptions[];
    /** What is erased and not exported. Default: none. */
    readonly erasureRules?: readonly ErasureRuleOptions[];
    /** Declarations for personal data as a whole: the table of users, and what needs no rule. */
    readonly dataMap?: DataMapOptions;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /**
     * Lists columns of the host's tables that lead to a person, or are named like personal data, without a data rule or exemption;
     * and rules that do not fit the tables.
     */
    checkDataMap(): Promise<MapFinding[]>;
    /**
     * Lists the columns of data rules that exports hold back (secrets, staff who handled a row, other people), and those that rules
     * include nevertheless, with the reasons.
     */
    heldBackColumns(): Promise<HeldBackColumn[]>;
    /**
     * The same findings with what they rest on: each reference to people or to their rows, and whether it is exported, erased, kept or
     * nobody's; and the views and triggers, which are not read. A sample of values is compared for columns without a foreign key.
     */
    dataMapReport(): Promise<MapReport>;
    /**
     * The record of processing activities (GDPR Art. 30(1)), from data rules, consents and `dataMap.record`, with what is missing.
     *
     * @param options.locales languages for the texts, best first
     */
    dataInventory(options?: { readonly locales?: readonly string[] }): Inventory;
  }
}
