/** Bytes of a row that are too many for a text among others. */
import { WrittenValue } from '../../../platform/written-value.ts';

/** Most bytes that are written as Base64 text: those of a UUID, an address or a hash. */
const SHORT = 64;

/** Many bytes: a file of the export; where they cannot be one, Base64. */
export class PlainBytes extends WrittenValue {
  readonly bytes: Uint8Array;

  private constructor(bytes: Uint8Array) {
    super('');
    this.bytes = bytes;
  }

  /** Few bytes as Base64, otherwise the bytes. */
  static of(bytes: Uint8Array | ArrayBuffer): string | PlainBytes {
    const all = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
    return all.byteLength <= SHORT ? base64(all) : new PlainBytes(all);
  }

  override toJSON(): string {
    return base64(this.bytes);
  }

  override toString(): string {
    return base64(this.bytes);
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
