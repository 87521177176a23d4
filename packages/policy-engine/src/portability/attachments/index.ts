export { flystorageAttachments } from './flystorage.ts';
export type { FlystorageAttachmentsOptions, FlystorageLike } from './flystorage.ts';
export { localAttachments } from './local.ts';
export type { AttachmentsOptions } from './settings.ts';
export type { AttachmentInfo, AttachmentStorage, ByteRange, TemporaryUrlInfo } from './storage.ts';
