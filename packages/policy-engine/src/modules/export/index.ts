/** What hosts use of portability. */
export type {
  ExportedConsent,
  ExportedDecision,
  ExportedRequest,
  ExportExtras,
  ExportFailure,
  ExportProgress,
  ExportRequest,
  ExportSummary,
} from './export-request.ts';
export { Exporter } from './exporter.ts';
export type { ExporterParts } from './exporter.ts';
export type { HostFunction, LocalText } from './host-function.ts';
export type { CursorPage, PageRequest, PortabilityRuleOptions } from './rule.ts';
export { safeHtml } from './safe-html.ts';
export type { ExporterOptions, FinishedExport, InformationOptions } from './settings.ts';
export type { Template } from './template.ts';
export type {
  CommonData,
  ImageAttributes,
  IndexData,
  IndexEntry,
  LayoutData,
  PageData,
  PageInfo,
} from './template-data.ts';
export { verifyExport } from './verify.ts';
export type { ExportFinding, ExportVerification } from './verify.ts';
