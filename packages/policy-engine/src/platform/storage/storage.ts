/** The port of attachment storage: where finished exports lie until they are fetched or their time is over. */
import type { Readable } from 'node:stream';

/** What is known of an attachment when it is put. */
export interface AttachmentInfo {
  /** Media type, as in `application/zip`. */
  readonly contentType: string;
  /** Aborts the transfer; nothing stays behind. */
  readonly signal?: AbortSignal;
}

/** First and last byte, both counted from 0 and both included (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a temporary URL is to answer with. */
export interface TemporaryUrlInfo {
  readonly expiresAt: Date;
  readonly contentType: string;
  /** Value of `Content-Disposition`. */
  readonly contentDisposition: string;
}

/**
 * A place for attachments. Names are made by the engine: letters, digits, `-`, `_`, `.` and `/`, never beginning with one of
 * the last two.
 */
export interface AttachmentStorage {
  /**
   * Stores a stream whole or not at all: under the name there is nothing to be seen until everything has been written, and
   * after a failure nothing stays behind. Replaces what is there.
   */
  put(name: string, content: Readable, info: AttachmentInfo): Promise<void>;
  /** @returns a stream of the whole, or of a range of it; rejects, or the stream fails, if there is no such attachment */
  get(name: string, range?: ByteRange): Promise<Readable>;
  /** Bytes of an attachment; null if there is none. */
  size(name: string): Promise<number | null>;
  /** Removes an attachment. No error if there is none. */
  delete(name: string): Promise<void>;
  /** A URL of the storage's own under which the attachment can be fetched until it expires; null if it has none. */
  temporaryUrl?(name: string, info: TemporaryUrlInfo): Promise<string | null>;
}
