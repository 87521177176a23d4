/** Creates exports for tests, and opens them. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { PolicyEngine, PolicyEngineOptions, PortabilityRuleOptions } from 'policy-engine';
import type { ExporterOptions, ExportRequest, ExportSummary } from 'policy-engine/export';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { openPromise } from 'yauzl';

/** A folder that is deleted after the test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** An engine with these portability rules. */
export function engineWith(
  portabilityRules: readonly PortabilityRuleOptions[],
  exporter: ExporterOptions = {},
  options: Partial<PolicyEngineOptions> = {},
): PolicyEngine {
  return createPolicyEngine({
    database: nodeSqliteDatabase(':memory:'),
    rules: [{ name: 'cookie' }],
    currentUser: () => null,
    appearance: { name: 'Shop' },
    portabilityRules,
    exporter,
    now: () => new Date('2026-03-04T05:06:08Z'),
    ...options,
  });
}

/** The archive of an export. */
export interface Exported {
  readonly summary: ExportSummary;
  readonly zip: string;
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Exports a user into a folder, and reads the archive with another library than the one that wrote it. */
export async function exported(
  engine: PolicyEngine,
  user: unknown,
  folder: string,
  options: Partial<ExportRequest> = {},
): Promise<Exported> {
  const zip = path.join(folder, `${Math.random().toString(36).slice(2)}.zip`);
  const summary = await engine.exporter.write({ userId: '1', user, out: createWriteStream(zip), ...options });
  return { summary, zip, files: await readZip(zip) };
}

/** Texts of an archive by path. */
export async function readZip(file: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
    }
  } finally {
    zip.close();
  }
  return files;
}
