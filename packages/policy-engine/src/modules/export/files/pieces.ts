/**
 * The bytes of one file, piece by piece, from whatever the host returned. Handles storages that never respond or stall, streams
 * that break, pieces that are not bytes, endless empty pieces, and streams that are not read to their end.
 */
import type { FileContent } from './declaration.ts';
import { FileRefused, refusedFor } from './refused.ts';

/** Why a file is missing after the total time for files is used up. */
export const TOO_LONG = 'Files took too long in all';
/** Most empty pieces in a row. */
const MOST_EMPTY = 1000;

/** The timeouts. */
export interface Patience {
  /** Aborted when the file is no longer needed. */
  readonly signal: AbortSignal;
  /** For each response and each piece. */
  readonly milliseconds: number;
  /** For all of it, on the clock of `performance`. */
  readonly until: number;
}

/**
 * The result of a function of the host.
 *
 * @throws {FileRefused} if it fails, or does not respond in time; the reason of the signal
 */
export async function asked<Type>(call: () => Type | PromiseLike<Type>, patience: Patience): Promise<Type> {
  try {
    return await within((async () => call())(), patience);
  } catch (error) {
    throw patience.signal.aborted ? error : refusedFor(error);
  }
}

/** Opens a file; null if there is none. @throws as {@link asked} does */
export async function opened(open: () => unknown, patience: Patience): Promise<NonNullable<FileContent> | null> {
  const opening = (async () => open())();
  let content: unknown;
  try {
    content = await asked(() => opening, patience);
  } catch (error) {
    // It may still be opened later, and must be closed.
    void opening.then(close, () => {});
    throw error;
  }
  if (content === null || content === undefined) return null;
  if (!isContent(content)) throw new FileRefused('The host returned neither a stream nor bytes');
  hear(content);
  return content;
}

/** @throws as {@link asked} does */
export async function* piecesOf(content: NonNullable<FileContent>, patience: Patience): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    yield bytesOf(content);
    return;
  }
  const stream = content instanceof Blob ? (content.stream() as AsyncIterable<Uint8Array>) : content;
  const iterator = stream[Symbol.asyncIterator]();
  let isRead = false;
  let empty = 0;
  try {
    for (;;) {
      const { done, value } = await asked(() => iterator.next(), patience);
      if (done === true) break;
      const piece = bytesOf(value);
      empty = piece.byteLength === 0 ? empty + 1 : 0;
      if (empty > MOST_EMPTY) throw new FileRefused('The storage delivers nothing and does not end the stream');
      yield piece;
    }
    isRead = true;
  } finally {
    if (!isRead) close(stream, iterator);
  }
}

function isContent(content: unknown): content is NonNullable<FileContent> {
  if (typeof content === 'string' || content instanceof Uint8Array || content instanceof Blob) return true;
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content;
}

function bytesOf(piece: unknown): Uint8Array {
  if (typeof piece === 'string') return Buffer.from(piece);
  if (piece instanceof Uint8Array) return piece;
  throw new FileRefused('The host returned something that is not bytes');
}

/** Releases a stream that is not read to its end. The result of that is ignored. */
function close(stream: unknown, iterator?: AsyncIterator<unknown>): void {
  hear(stream);
  void call(stream, 'destroy').catch(() => {});
  if (iterator === undefined) void call(stream, 'cancel').catch(() => {});
  else void (async () => iterator.return?.())().catch(() => {});
}

/** An error of a Node stream without a listener would end the process. The reader still receives it. */
function hear(stream: unknown): void {
  void call(stream, 'on', 'error', () => {}).catch(() => {});
}

async function call(stream: unknown, name: string, ...parameters: unknown[]): Promise<void> {
  const method: unknown = Reflect.get(Object(stream) as object, name);
  if (typeof method === 'function') await (method as (...given: unknown[]) => unknown).apply(stream, parameters);
}

/** The result if it arrives in time. */
async function within<Type>(awaited: PromiseLike<Type>, { signal, milliseconds, until }: Patience): Promise<Type> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  const rest = until - performance.now();
  const silent = new FileRefused('The storage took too long', { isSilent: true });
  const late = new FileRefused(TOO_LONG);
  const timer = setTimeout(
    () => reject(rest < milliseconds ? late : silent),
    Math.max(0, Math.min(rest, milliseconds)),
  );
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
