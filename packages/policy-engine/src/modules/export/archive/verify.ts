/** Verifies that an archive is complete, by its own manifest: for the person and for whoever received it. */
import { createHash } from 'node:crypto';
import { json } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import { PolicyEngineError } from '../../../errors/errors.ts';

/** What is wrong with an archive. */
export interface ExportFinding {
  readonly code: 'missing' | 'unknown' | 'changed' | 'twice' | 'unreadable';
  /** Path in the archive. */
  readonly path: string;
}

/** The result of a verification. */
export interface ExportVerification {
  readonly ok: boolean;
  /** Files that match the manifest. */
  readonly files: number;
  /** Bytes of their contents. */
  readonly bytes: number;
  /** ISO 8601; null if the manifest does not contain it. */
  readonly createdAt: string | null;
  /** Things that were missing when the export was made. */
  readonly failed: number;
}

interface Listed {
  readonly bytes: number;
  readonly sha256: string;
}

const MANIFEST = 'manifest.json';
/** Most bytes of an archive that a verifier holds in memory. */
const LARGEST_MANIFEST = 512 * 1024 * 1024;

/**
 * Compares every file of an export with its manifest, one at a time.
 *
 * @param report receives each finding immediately
 * @throws {PolicyEngineError} `export_unreadable` for a file that is not an archive, or has no manifest
 */
export async function verifyExport(
  file: string,
  report: (finding: ExportFinding) => void = () => {},
): Promise<ExportVerification> {
  const { listed, createdAt, failed } = await readManifest(file);
  const seen = new Set<string>();
  let found = 0;
  let files = 0;
  let bytes = 0;
  const note = (code: ExportFinding['code'], path: string) => {
    found++;
    report({ code, path });
  };
  await eachEntry(file, async (zip, entry) => {
    const path = entry.fileName;
    if (seen.has(path)) return note('twice', path);
    seen.add(path);
    if (path === MANIFEST) return;
    const expected = listed.get(path);
    if (expected === undefined) return note('unknown', path);
    const actual = await digest(zip, entry);
    if (actual === null) return note('unreadable', path);
    if (actual.bytes !== expected.bytes || actual.sha256 !== expected.sha256) return note('changed', path);
    files++;
    bytes += actual.bytes;
  });
  for (const path of listed.keys()) if (!seen.has(path)) note('missing', path);
  return { ok: found === 0, files, bytes, createdAt, failed };
}

async function digest(zip: ZipFile, entry: Entry): Promise<Listed | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch {
    return null;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function readManifest(
  file: string,
): Promise<{ listed: ReadonlyMap<string, Listed>; createdAt: string | null; failed: number }> {
  let manifest: unknown;
  await eachEntry(file, async (zip, entry) => {
    if (entry.fileName !== MANIFEST || entry.uncompressedSize > LARGEST_MANIFEST) return;
    try {
      manifest = await json(await zip.openReadStreamPromise(entry));
    } catch (cause) {
      throw unreadable(file, 'its manifest.json can’t be read', cause);
    }
  });
  const { files, createdAt, failed } = (manifest ?? {}) as { files?: unknown; createdAt?: unknown; failed?: unknown };
  if (!Array.isArray(files) || !files.every(isListed)) throw unreadable(file, 'it has no manifest.json of an export');
  return {
    listed: new Map(files.map(({ path, bytes, sha256 }) => [path, { bytes, sha256 }])),
    createdAt: typeof createdAt === 'string' ? createdAt : null,
    failed: typeof failed === 'number' ? failed : 0,
  };
}

function isListed(value: unknown): value is Listed & { readonly path: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { path, bytes, sha256 } = value as Record<string, unknown>;
  return typeof path === 'string' && typeof bytes === 'number' && typeof sha256 === 'string';
}

async function eachEntry(file: string, visit: (zip: ZipFile, entry: Entry) => Promise<void> | void): Promise<void> {
  let zip: ZipFile;
  const { openPromise } = await import('yauzl');
  try {
    zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    throw unreadable(file, (cause as Error).message, cause);
  }
  try {
    for await (const entry of zip.eachEntry()) await visit(zip, entry);
  } catch (cause) {
    if (cause instanceof PolicyEngineError) throw cause;
    throw unreadable(file, (cause as Error).message, cause);
  } finally {
    zip.close();
  }
}

function unreadable(file: string, reason: string, cause?: unknown): PolicyEngineError {
  return new PolicyEngineError('export_unreadable', `${file} is not a readable export: ${reason}`, { cause });
}
