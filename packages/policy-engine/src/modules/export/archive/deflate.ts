/**
 * Deflates at once or in pieces. A piece ends on a byte (Z_SYNC_FLUSH) and refers to nothing before it, so consecutive pieces form
 * one deflate stream (RFC 1951 §3.2.3): no state is kept between them, and each is an ordinary task of the thread pool.
 */
import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';

const inPool = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** Above this, deflating would block the event loop for more than a millisecond or two. */
const SMALL = 128 * 1024;
/** Half the time of zlib's default for 6 % more bytes: an export is created more often than it is unpacked. */
const LEVEL = 3;
const LARGE_PAGE: ZlibOptions = { level: LEVEL, chunkSize: 8192 };
/** A small window is set up faster than such a page is deflated. Output buffers are small because they soon become garbage. */
const SMALL_PAGE: ZlibOptions = { level: LEVEL, windowBits: 13, memLevel: 7, chunkSize: 2048 };
const PIECE: ZlibOptions = { level: LEVEL, chunkSize: 16_384, finishFlush: constants.Z_SYNC_FLUSH };

/** A whole deflate stream. */
export function deflated(data: Uint8Array): Buffer | Promise<Buffer> {
  if (data.byteLength > SMALL) return inPool(data, { level: LEVEL });
  return deflateRawSync(data, data.byteLength > 16_384 ? LARGE_PAGE : SMALL_PAGE);
}

/** One piece of a deflate stream that `LAST_PIECE` ends. */
export function deflatedPiece(data: Uint8Array): Promise<Buffer> {
  return inPool(data, PIECE);
}

/** An empty final block. */
export const LAST_PIECE: Buffer = Buffer.from([3, 0]);
