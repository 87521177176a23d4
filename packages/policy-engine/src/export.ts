/**
 * Exports of a person's data: their format, where they are stored, and how one is checked.
 *
 * @module
 */
export type {
  ExportedConsent,
  ExportedDecision,
  ExportedRequest,
  ExportedText,
  ExportExtras,
  ExportFailure,
  ExportProgress,
  ExportRequest,
  ExportSummary,
} from './modules/export/export-request.ts';
export type { Exporter } from './modules/export/exporter.ts';
export type { FileContent, FileOptions, FilesOptions, ReadableStorage } from './modules/export/files/declaration.ts';
export type { ExportedFileFacts } from './modules/export/files/exported-file.ts';
export type { CursorPage, PageRequest } from './modules/export/rule.ts';
export { safeHtml } from './modules/export/templates/safe-html.ts';
export type { TemplateHtml } from './modules/export/templates/safe-html.ts';
export type { ExporterOptions, FinishedExport, InformationOptions } from './modules/export/settings.ts';
export type { Template as ExportTemplate } from './modules/export/templates/template.ts';
export type {
  CommonData as TemplateData,
  ImageAttributes,
  IndexData,
  IndexEntry,
  LayoutData,
  PageData,
  PageInfo,
} from './modules/export/templates/template-data.ts';
export { verifyExport } from './modules/export/archive/verify.ts';
export type { ExportFinding, ExportVerification } from './modules/export/archive/verify.ts';
export type { PortabilityEntry } from './modules/people/policy-user.ts';
export type { AttachmentsOptions } from './modules/portability/attachments/settings.ts';
export type { PortabilityOptions } from './modules/portability/settings.ts';
export { flystorageAttachments } from './platform/storage/flystorage.ts';
export type { FlystorageAttachmentsOptions, FlystorageLike } from './platform/storage/flystorage.ts';
export { localAttachments } from './platform/storage/local.ts';
export type { AttachmentInfo, AttachmentStorage, ByteRange, TemporaryUrlInfo } from './platform/storage/storage.ts';
