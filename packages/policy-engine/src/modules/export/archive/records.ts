/** The records of a ZIP file, byte by byte (APPNOTE.TXT 6.3.10, section 4.3). */

/** Compression methods: stored or deflated. */
export const STORED = 0;
export const DEFLATED = 8;

/** The fields of an entry in the records. */
export interface EntryFacts {
  readonly name: Buffer;
  readonly method: typeof STORED | typeof DEFLATED;
  readonly crc: number;
  /** Bytes in the archive. */
  readonly compressed: number;
  /** Bytes of the content. */
  readonly size: number;
}

/** A moment in MS-DOS format. */
export interface DosTime {
  readonly time: number;
  readonly date: number;
}

const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const UTF_8 = 0x0800;
const SIZES_FOLLOW = 0x0008;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const MADE_BY_UNIX = (3 << 8) | VERSION_ZIP64;
/** A regular file, `rw-r--r--`. */
const UNIX_FILE = 0o100644;

/** MS-DOS times have even seconds, and start in 1980. */
export function dosTime(moment: Date): DosTime {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107);
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}

function writeCommon(
  record: Buffer,
  at: number,
  facts: EntryFacts,
  flags: number,
  zip64: boolean,
  when: DosTime,
): number {
  let offset = record.writeUInt16LE(zip64 ? VERSION_ZIP64 : VERSION, at);
  offset = record.writeUInt16LE(UTF_8 | flags, offset);
  offset = record.writeUInt16LE(facts.method, offset);
  offset = record.writeUInt16LE(when.time, offset);
  offset = record.writeUInt16LE(when.date, offset);
  offset = record.writeUInt32LE(facts.crc, offset);
  offset = record.writeUInt32LE(zip64 ? MAX_32 : facts.compressed, offset);
  offset = record.writeUInt32LE(zip64 ? MAX_32 : facts.size, offset);
  return record.writeUInt16LE(facts.name.length, offset);
}

/** Local file header of an entry whose sizes are known (4.3.7). */
export function localHeader(facts: EntryFacts, when: DosTime): Buffer {
  const zip64 = facts.size >= MAX_32 || facts.compressed >= MAX_32;
  const extra = zip64 ? zip64Extra([facts.size, facts.compressed]) : EMPTY;
  const record = Buffer.allocUnsafe(30 + facts.name.length + extra.length);
  record.writeUInt32LE(0x04034b50, 0);
  writeCommon(record, 4, facts, 0, zip64, when);
  record.writeUInt16LE(extra.length, 28);
  facts.name.copy(record, 30);
  extra.copy(record, 30 + facts.name.length);
  return record;
}

/** Local file header of an entry that is deflated while it is written; a data descriptor with 8-byte sizes follows it. */
export function streamedHeader(name: Buffer, when: DosTime): Buffer {
  const extra = zip64Extra([0, 0]);
  const record = Buffer.allocUnsafe(30 + name.length + extra.length);
  record.writeUInt32LE(0x04034b50, 0);
  writeCommon(record, 4, { name, method: DEFLATED, crc: 0, compressed: 0, size: 0 }, SIZES_FOLLOW, true, when);
  record.writeUInt16LE(extra.length, 28);
  name.copy(record, 30);
  extra.copy(record, 30 + name.length);
  return record;
}

/** Data descriptor with 8-byte sizes (4.3.9.2). */
export function dataDescriptor({ crc, compressed, size }: Omit<EntryFacts, 'name' | 'method'>): Buffer {
  const record = Buffer.allocUnsafe(24);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeBigUInt64LE(BigInt(compressed), 8);
  record.writeBigUInt64LE(BigInt(size), 16);
  return record;
}

/** An entry of the central directory (4.3.12). */
export function centralHeader(facts: EntryFacts, offset: number, streamed: boolean, when: DosTime): Buffer {
  const zip64 = streamed || facts.size >= MAX_32 || facts.compressed >= MAX_32;
  const wide = [...(zip64 ? [facts.size, facts.compressed] : []), ...(offset >= MAX_32 ? [offset] : [])];
  const extra = wide.length > 0 ? zip64Extra(wide) : EMPTY;
  const record = Buffer.alloc(46 + facts.name.length + extra.length);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX, 4);
  writeCommon(record, 6, facts, streamed ? SIZES_FOLLOW : 0, zip64, when);
  if (wide.length > 0) record.writeUInt16LE(VERSION_ZIP64, 6);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(UNIX_FILE * 0x10000, 38);
  record.writeUInt32LE(Math.min(offset, MAX_32), 42);
  facts.name.copy(record, 46);
  extra.copy(record, 46 + facts.name.length);
  return record;
}

/** The end of an archive (4.3.14 to 4.3.16), with the ZIP64 records if the plain one is too small. */
export function endOfArchive(directory: { entries: number; offset: number; size: number }): Buffer {
  const { entries, offset, size } = directory;
  const plain = Buffer.alloc(22);
  plain.writeUInt32LE(0x06054b50, 0);
  plain.writeUInt16LE(Math.min(entries, MAX_16), 8);
  plain.writeUInt16LE(Math.min(entries, MAX_16), 10);
  plain.writeUInt32LE(Math.min(size, MAX_32), 12);
  plain.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (entries < MAX_16 && size < MAX_32 && offset < MAX_32) return plain;

  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(MADE_BY_UNIX, 12);
  wide.writeUInt16LE(VERSION_ZIP64, 14);
  wide.writeBigUInt64LE(BigInt(entries), 24);
  wide.writeBigUInt64LE(BigInt(entries), 32);
  wide.writeBigUInt64LE(BigInt(size), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, plain]);
}

const EMPTY = Buffer.alloc(0);

/** Extra field 0x0001: values that do not fit into the 4-byte fields (4.5.3). */
function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.allocUnsafe(4 + 8 * values.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}
