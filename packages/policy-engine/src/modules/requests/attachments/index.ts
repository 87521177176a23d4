export { flystorageAttachments } from '../../../platform/storage/flystorage.ts';
export type { FlystorageAttachmentsOptions, FlystorageLike } from '../../../platform/storage/flystorage.ts';
export { localAttachments } from '../../../platform/storage/local.ts';
export type { AttachmentsOptions } from './settings.ts';
export type {
  AttachmentInfo,
  AttachmentStorage,
  ByteRange,
  TemporaryUrlInfo,
} from '../../../platform/storage/storage.ts';
