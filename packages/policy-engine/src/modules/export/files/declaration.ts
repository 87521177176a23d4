/** Files of rows, as the host declares them: uploads, invoices, anything in a storage of the host. */
import type { HostFunction } from '../host-function.ts';

/** A storage that files are read from, such as a `FileStorage` of flystorage, on a disk or in S3. */
export interface ReadableStorage {
  /** The file at a path, as a stream or in pieces; rejects or breaks if there is none. */
  read(
    path: string,
    options?: { readonly abortSignal?: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array | string>> | AsyncIterable<Uint8Array | string>;
}

/** A file from a function: a stream or another async iterable, a `Blob`, or all of it at once; null for no file. */
export type FileContent = AsyncIterable<Uint8Array | string> | Blob | Uint8Array | string | null | undefined;

type Later<Type> = Type | Promise<Type>;

/** A function of the row that returns a property of its file. */
type SaidOfRow = HostFunction<[row: unknown], Later<string | null | undefined>>;

/** The file in a field of a row. */
export interface FileOptions {
  /**
   * Its source. A storage: the field contains the path, and a field that is null, empty or missing means that the row has no file.
   * A function of the row: its result is the file.
   */
  readonly storage:
    | ReadableStorage
    | HostFunction<[row: unknown, options: { readonly signal: AbortSignal }], Later<FileContent>>;
  /**
   * Its name: the field that contains it, or a function of the row. Default: the last part of the path, or the name of the field.
   */
  readonly filename?: string | SaidOfRow;
  /** Its media type, such as `application/pdf`; the field that contains it; or a function of the row. Default: none. */
  readonly mediaType?: string | SaidOfRow;
}

/** Files by the field of the row that contains their path, or that represents them in the export. */
export type FilesOptions = Readonly<Record<string, FileOptions>>;

/** A declared file, read. */
export interface FileField extends FileOptions {
  readonly field: string;
}

/** Fields of the row that identify a declared file. */
export function fieldsOf({ field, storage, filename, mediaType }: FileField): string[] {
  return [
    ...(typeof storage === 'function' ? [] : [field]),
    ...(typeof filename === 'string' ? [filename] : []),
    ...(typeof mediaType === 'string' && !isMediaType(mediaType) ? [mediaType] : []),
  ];
}

/** Whether a text is a media type, not the name of a field. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(text);
}
