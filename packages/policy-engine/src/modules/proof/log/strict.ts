/** Strict parsing of the elements of C2SP texts: UTF-8, decimal numbers, base64. One value has one form. */
import { bytesOfBase64, utf8 } from './bytes.ts';
import { LogFormatError } from './errors.ts';

/** A text as it is received: decoded, or as bytes. */
export type TextInput = string | Uint8Array;

/** Part of a text of unknown origin, short enough for a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/**
 * A text that is valid UTF-8 without ASCII control characters other than newline (signed-note, "Format").
 *
 * @throws {LogFormatError}
 */
export function readText(input: TextInput, what: string, mostBytes: number): string {
  const bytes = typeof input === 'string' && input.length <= mostBytes ? utf8(input).length : input.length;
  if (bytes > mostBytes) throw new LogFormatError(`${what}: ${bytes} bytes, more than ${mostBytes}`);
  const text = typeof input === 'string' ? input : decoded(input, what);
  if (!text.isWellFormed()) throw new LogFormatError(`${what}: not valid Unicode`);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a) {
      throw new LogFormatError(`${what}: control character 0x${code.toString(16).padStart(2, '0')} at ${at}`);
    }
  }
  return text;
}

function decoded(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new LogFormatError(`${what}: not valid UTF-8`);
  }
}

/**
 * Lines of a text that ends with a newline, without their newlines.
 *
 * @throws {LogFormatError}
 */
export function linesOf(text: string, what: string): string[] {
  if (!text.endsWith('\n')) throw new LogFormatError(`${what}: the last line does not end with a newline`);
  return text.slice(0, -1).split('\n');
}

/**
 * An ASCII decimal number without leading zeros, at most 2^53 - 1.
 *
 * @throws {LogFormatError}
 */
export function parseDecimal(text: string, what: string): number {
  if (!/^(?:0|[1-9][0-9]*)$/.test(text)) {
    throw new LogFormatError(`${what}: ${quoted(text)} is not a decimal number without leading zeros`);
  }
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new LogFormatError(`${what}: ${quoted(text)} is larger than 2^53 - 1`);
  return value;
}

/**
 * Base64 (RFC 4648 §4) as an encoder writes it: padded, no other characters, unused bits zero.
 *
 * @throws {LogFormatError}
 */
export function parseBase64(text: string, what: string): Uint8Array {
  const bytes = bytesOfBase64(text);
  if (bytes === null) throw new LogFormatError(`${what}: ${quoted(text)} is not base64`);
  return bytes;
}

/**
 * A hash in base64.
 *
 * @throws {LogFormatError}
 */
export function parseHash(text: string, what: string): Uint8Array {
  const hash = parseBase64(text, what);
  if (hash.length !== 32) throw new LogFormatError(`${what}: a hash of ${hash.length} bytes, not 32`);
  return hash;
}
