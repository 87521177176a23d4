/** Messages about a request: between its person and the administrators, on its page. */
import { randomHex } from '../../../platform/random.ts';
import { safeFileName } from '../../../platform/storage/file-name.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { FieldError } from '../../../errors/errors.ts';
import type { Language } from '../../../platform/i18n/language.ts';

/** Maximum length of a message, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 10_000;
/** Most files of one message. */
export const MOST_FILES = 5;
/** Largest file, and most of all files of one message together, in bytes. */
export const LARGEST_FILE: number = 5 * 1024 * 1024;
export const LARGEST_TOGETHER: number = 10 * 1024 * 1024;

/** The accepted types by the extension of the file: nothing that a browser or a desktop runs. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  zip: 'application/zip',
};
/** The accepted extensions, as a file field of a form names them: `.pdf,.png`. */
export const ACCEPTED: string = Object.keys(MEDIA_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

/** Who wrote a message. */
export type Sender = 'administrator' | 'person';

/** Whether the mail about a message was handed to the mail server; `dropped`: there was nobody to send it to. */
export interface MessageMail {
  readonly state: 'waiting' | 'sent' | 'dropped';
  /** When it was sent or dropped; null while it waits. */
  readonly at: TimeText | null;
}

/** A file of a message. */
export interface MessageFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/** A message. */
export interface Message {
  readonly id: string;
  readonly from: Sender;
  /** The host's ID of the administrator; null for the person, and for the host's own code. */
  readonly author: string | null;
  readonly body: string;
  readonly createdAt: TimeText;
  /** The mail about it; null if none was to be sent. */
  readonly mail: MessageMail | null;
  readonly files: readonly MessageFile[];
}

/** A file to attach, as it was sent. */
export interface NewFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A message to write. */
export interface NewMessage {
  readonly from: Sender;
  readonly body: string;
  readonly files: readonly NewFile[];
}

/** The media type of a file by its name; undefined if it is not accepted. */
export function mediaTypeOf(name: string): string | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(MEDIA_TYPES, extension) ? MEDIA_TYPES[extension] : undefined;
}

/** The name of a new file in the storage: says nothing about the person. */
export function storedNameOf(requestId: string): string {
  return `messages/${requestId}/${randomHex(16)}`;
}

/** The name under which a file is stored and downloaded. */
export function fileNameOf(name: string): string {
  return safeFileName(name, 'file');
}

/** What is wrong with the files of a message; nothing if they are accepted. */
export function errorsOfFiles(files: readonly NewFile[], { t, list }: FileWords): FieldError[] {
  const error = (code: string, detail: string): FieldError[] => [{ field: 'files', code, detail }];
  if (files.length > MOST_FILES) return error('too_many', t('requests.messages.error.many', { most: MOST_FILES }));
  const refused = files.find(({ name }) => mediaTypeOf(fileNameOf(name)) === undefined);
  if (refused !== undefined) {
    const types = list(ACCEPTED.split(','));
    return error('type', t('requests.messages.error.type', { file: fileNameOf(refused.name), types }));
  }
  const together = files.reduce((sum, { content }) => sum + content.length, 0);
  const isTooLarge = files.some(({ content }) => content.length > LARGEST_FILE) || together > LARGEST_TOGETHER;
  const limits = { each: LARGEST_FILE / 1024 / 1024, together: LARGEST_TOGETHER / 1024 / 1024 };
  return isTooLarge ? error('too_large', t('requests.messages.error.large', limits)) : [];
}

/** The words that errors about files need. */
export interface FileWords {
  readonly t: Language['t'];
  readonly list: (items: readonly string[]) => string;
}
