/**
 * The files of rows, streamed into the export before the page that links to them. Each is read into a spool first: one that breaks
 * off leaves nothing in the archive but an entry in the manifest.
 */
import type { WebLogger } from '../../../platform/logger.ts';
import { safeFileName } from '../../../platform/storage/file-name.ts';
import { PackedSpool } from '../archive/packed-spool.ts';
import type { SiteFiles } from '../archive/site-files.ts';
import type { Pace } from '../writing/pace.ts';
import { contentType } from '../images/sniff.ts';
import { isRecord } from '../templates/plain.ts';
import { PlainBytes } from '../templates/plain-bytes.ts';
import type { Progress } from '../writing/progress.ts';
import type { PortabilityRule } from '../rule.ts';
import type { FileSettings } from '../settings.ts';
import { type FileField, fieldsOf, isMediaType } from './declaration.ts';
import { ExportedFile } from './exported-file.ts';
import { asked, opened, type Patience, piecesOf, TOO_LONG } from './pieces.ts';
import { FileRefused } from './refused.ts';

/** Files read concurrently; each has a spool. */
const AT_ONCE = 4;
/** A storage that failed to respond this often in a row is not asked again. */
const PATIENCE = 3;
/** Failures that are logged; the manifest has a thousand. */
const LOGGED = 10;
const PIECE = 64 * 1024;

/** What the files of one export share. */
export interface ExportFilesOptions {
  readonly settings: FileSettings;
  /** For what does not fit in memory. */
  readonly folder: string;
  readonly files: SiteFiles;
  readonly pace: Pace;
  readonly progress: Progress;
  /** Receives what the manifest does not contain: the host's errors. */
  readonly logger: WebLogger;
}

/** The counters for all rules of one export. */
export class ExportFiles {
  readonly options: ExportFilesOptions;
  /** Milliseconds spent waiting for files. */
  waited = 0;
  /** Number of files started. */
  begun = 0;
  logged = 0;
  /** By storage, the number of consecutive missing responses. */
  readonly silent: Map<unknown, number> = new Map();

  constructor(options: ExportFilesOptions) {
    this.options = options;
  }
}

interface RowFile {
  readonly row: Readonly<Record<string, unknown>>;
  readonly file: FileField;
}

/** What the files of some rows share. */
interface Taking {
  /** Path of the page that links to them. */
  readonly page: string;
  /** When the total time for files is used up. */
  readonly until: number;
}

/** Files are read concurrently and added to the archive one after another, in the order of the rows. */
interface InOrder {
  readonly before: Promise<void>;
}

type StoredFile = Pick<ExportedFile, 'path' | 'bytes' | 'sha256' | 'reason'>;

type RuleWithFiles = Pick<PortabilityRule, 'name' | 'files'>;

/** The files of the rows of one rule. */
export class RowFiles {
  readonly #rule: RuleWithFiles;
  readonly #all: ExportFiles;
  readonly #found = new WeakMap<object, Map<string, ExportedFile>>();
  /** Declared fields that no row had yet. */
  readonly #unseen: Set<string>;
  #hasRows = false;
  #number = 0;
  /** Resolves when the previous file is in the archive. */
  #before: Promise<void> = Promise.resolve();

  constructor(rule: RuleWithFiles, all: ExportFiles) {
    this.#rule = rule;
    this.#all = all;
    this.#unseen = new Set(rule.files.flatMap(fieldsOf));
  }

  /** Adds the files of some rows to the export. @param page path of the page that links to them */
  async take(rows: readonly unknown[], page: string): Promise<void> {
    const { files } = this.#rule;
    if (files.length === 0) return;
    const records = rows.filter(isRecord);
    if (records.length > 0) this.#hasRows = true;
    for (const field of this.#unseen) if (records.some((row) => field in row)) this.#unseen.delete(field);
    const all = this.#all;
    const begun = performance.now();
    const until = begun + all.options.settings.allMilliseconds - all.waited;
    const wanted = records.flatMap((row) => files.map((file): RowFile => ({ row, file }))).values();
    const taking = Array.from({ length: AT_ONCE }, () => this.#takeAll(wanted, { page, until }));
    // Awaits all of them, so that none continues writing when the export is abandoned.
    const results = await Promise.allSettled(taking);
    all.waited += performance.now() - begun;
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** The file in a field of a row; null if the row has none. @throws {TypeError} for a field that is not declared */
  of(row: unknown, field: string): ExportedFile | null {
    if (!this.#rule.files.some((file) => file.field === field)) {
      throw new TypeError(`the rule declares no file in a field ${JSON.stringify(field)}`);
    }
    return (isRecord(row) ? this.#found.get(row)?.get(field) : undefined) ?? null;
  }

  /** A row with its files in place of their paths. @param plain the row as it is shown */
  filled(row: unknown, plain: unknown): unknown {
    const found = isRecord(row) ? this.#found.get(row) : undefined;
    return found === undefined || !isRecord(plain) ? plain : { ...plain, ...Object.fromEntries(found) };
  }

  /** The bytes in fields of a row as files of the export; without room for more files, they stay as they are. */
  async withBytesAsFiles(plain: unknown): Promise<unknown> {
    if (!isRecord(plain) || plain instanceof ExportedFile || !Object.values(plain).some(isBytes)) return plain;
    const { files, folder, settings, pace } = this.#all.options;
    const members: Array<[string, unknown]> = [];
    for (const [field, value] of Object.entries(plain)) {
      const bytes = isBytes(value) ? value.bytes : undefined;
      const isFile =
        bytes !== undefined && bytes.byteLength <= settings.maxBytes && this.#all.begun < settings.maxFiles;
      if (!isFile) {
        members.push([field, value]);
        continue;
      }
      this.#all.begun++;
      const { extension, mediaType } = contentType(bytes);
      const name = safeFileName(`${field}.${extension}`, `file.${extension}`);
      const path = `${this.#rule.name}/files/${++this.#number}-${name}`;
      await using spool = new PackedSpool(folder);
      for (let from = 0; from < bytes.byteLength; from += PIECE) {
        await spool.append(bytes.subarray(from, from + PIECE));
        await pace.yieldIfDue();
      }
      const sha256 = await files.addSpooled(path, spool);
      const known = { path, name, mediaType, bytes: bytes.byteLength, sha256, source: null, reason: null };
      members.push([field, new ExportedFile(known)]);
    }
    return Object.fromEntries(members);
  }

  /** Reports fields that no row had: they are misspelt, or not read. @param page first page of the rule */
  finish(page: string): void {
    if (!this.#hasRows) return;
    for (const source of this.#unseen) this.#all.options.files.miss({ page, source, reason: 'No row has this field' });
  }

  async #takeAll(wanted: Iterable<RowFile>, taking: Taking): Promise<void> {
    for (const one of wanted) {
      const before = this.#before;
      const turn = Promise.withResolvers<void>();
      this.#before = turn.promise;
      try {
        await this.#take(one, { ...taking, before });
      } finally {
        turn.resolve();
      }
    }
  }

  async #take({ row, file }: RowFile, { page, until, before }: Taking & InOrder): Promise<void> {
    const { field, storage } = file;
    const value = row[field];
    const source = typeof value === 'string' && value !== '' ? value : null;
    if (typeof storage !== 'function' && (value === null || value === undefined || value === '')) return;
    const number = ++this.#number;
    const known = { name: safeName(source ?? field, field), mediaType: null as string | null, source };
    const patience = this.#patience(until);
    let stored: StoredFile | null;
    try {
      known.name = safeName((await said(row, file.filename, patience)) ?? source ?? field, field);
      known.mediaType = mediaTypeIn(await said(row, file.mediaType, patience));
      const path = `${this.#rule.name}/files/${number}-${known.name}`;
      stored = await this.#stored({ row, file }, path, { ...patience, before });
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      await before;
      this.#missed({ page, source: known.name, reason: error.message }, file, error);
      stored = { path: null, bytes: null, sha256: null, reason: error.message };
    } finally {
      patience.end();
    }
    if (stored === null) return;
    const found = this.#found.get(row) ?? new Map<string, ExportedFile>();
    this.#found.set(row, found.set(field, new ExportedFile({ ...known, ...stored })));
  }

  /** @returns null if the row has no file */
  async #stored({ row, file }: RowFile, path: string, patience: Patience & InOrder): Promise<StoredFile | null> {
    const { settings, folder } = this.#all.options;
    const { storage, field } = file;
    if ((this.#all.silent.get(storage) ?? 0) >= PATIENCE) throw new FileRefused('The storage did not answer before');
    if (performance.now() >= patience.until) throw new FileRefused(TOO_LONG);
    if (this.#all.begun >= settings.maxFiles) throw new FileRefused('Too many files');
    this.#all.begun++;
    const { signal } = patience;
    const content = await opened(() => {
      if (typeof storage === 'function') return storage(row, { signal });
      const stored = row[field];
      if (typeof stored !== 'string') throw new FileRefused('The field holds no path');
      return storage.read(stored, { abortSignal: signal });
    }, patience);
    if (content === null) {
      // The row has a path, so the file should exist.
      if (typeof storage !== 'function') throw new FileRefused('The file is not there');
      this.#all.begun--;
      return null;
    }
    await using spool = new PackedSpool(folder);
    await this.#fill(spool, piecesOf(content, patience));
    this.#all.silent.delete(storage);
    await patience.before;
    const sha256 = await this.#all.options.files.addSpooled(path, spool);
    return { path, bytes: spool.size, sha256, reason: null };
  }

  /** In pieces of one size, independent of the storage: a stream of single bytes is no more work than another. */
  async #fill(spool: PackedSpool, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const { settings, pace, progress } = this.#all.options;
    const buffer = Buffer.allocUnsafeSlow(PIECE);
    let held = 0;
    for await (const piece of pieces) {
      if (spool.size + held + piece.byteLength > settings.maxBytes) {
        throw new FileRefused(`Larger than ${settings.maxBytes} bytes`);
      }
      for (let from = 0; from < piece.byteLength;) {
        const part = piece.subarray(from, from + PIECE - held);
        buffer.set(part, held);
        held += part.byteLength;
        from += part.byteLength;
        if (held < PIECE) continue;
        await spool.append(buffer);
        held = 0;
        await progress.notifyIfDue();
      }
      await pace.yieldIfDue();
    }
    if (held > 0) await spool.append(buffer.subarray(0, held));
  }

  /** Aborted with the export, or when the file is finished. */
  #patience(until: number): Patience & { readonly end: () => void } {
    const { settings, pace } = this.#all.options;
    const ending = new AbortController();
    const end = () => ending.abort(pace.signal.reason);
    if (pace.signal.aborted) end();
    pace.signal.addEventListener('abort', end, { once: true });
    return {
      signal: ending.signal,
      milliseconds: settings.timeoutMilliseconds,
      until,
      end: () => {
        pace.signal.removeEventListener('abort', end);
        ending.abort();
      },
    };
  }

  #missed(
    failure: { page: string; source: string; reason: string },
    { field, storage }: FileField,
    error: FileRefused,
  ) {
    const { files, logger } = this.#all.options;
    files.miss(failure);
    if (error.isSilent) this.#all.silent.set(storage, (this.#all.silent.get(storage) ?? 0) + 1);
    if (this.#all.logged++ >= LOGGED) return;
    const details = { rule: this.#rule.name, field, reason: error.message };
    logger.error('a file is missing in an export', {
      ...details,
      ...(error.cause !== undefined && { error: error.cause }),
    });
  }
}

const isBytes = (value: unknown): value is PlainBytes => value instanceof PlainBytes;

/** The last part of a path, made safe. */
function safeName(path: string, fallback: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part.trim() !== '');
  return safeFileName(parts.at(-1) ?? '', safeFileName(fallback, 'file'));
}

/** A declared property of a file: from a field, or a function. */
async function said(
  row: RowFile['row'],
  given: FileField['filename'],
  patience: Patience,
): Promise<string | null | undefined> {
  if (given === undefined) return undefined;
  let text: unknown;
  if (typeof given === 'function') text = await asked(() => given(row), patience);
  else text = isMediaType(given) ? given : row[given];
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

function mediaTypeIn(text: string | null | undefined): string | null {
  const type = text?.split(';')[0]?.trim().toLowerCase() ?? '';
  return isMediaType(type) ? type : null;
}
