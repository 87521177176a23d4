/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { ExportService, Exporter } from './exporter.ts';
import type { exportOptions } from './options.ts';
import type { ExporterOptions } from './settings.ts';

export type {
  ExportExtras,
  ExportProgress,
  ExportRequest,
  ExportSummary,
  ExportedDecision,
  ExportedMessage,
  ExportedRequest,
  ExportedText,
} from './export-request.ts';
export { fieldsOf } from './files/declaration.ts';
export { rowFiles } from './files/options.ts';
export { type HostFunction, localText, type LocalText, type OneText } from './host-function.ts';
export type { PreviewedRule } from './preview.ts';
export { memberOf, pagesOf } from './writing/rows.ts';
export { folderName, type FunctionOf, include, nameConflict, reading, template } from './rule-options.ts';
export type { ExportedColumn, PageRequest, PortabilityRule, PortabilityRuleOptions, Reading } from './rule.ts';
export type { PageData } from './templates/template-data.ts';
export type { Render } from './templates/template.ts';

type Shapes = typeof exportOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly export: ExportService;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** The data that people can export: an access request returns what these rules declare. Default: none. */
    readonly portabilityRules?: readonly Portable[];
    /** How exports are made and what they look like (spec: P-config-exporter). */
    readonly exporter?: ExporterOptions;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** Creates exports; access requests use it, and the host may use it, too. */
    readonly exporter: Exporter;
  }
}
