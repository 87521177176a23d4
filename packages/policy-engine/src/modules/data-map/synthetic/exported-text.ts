/** A whole export as text, for tests. */
import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { ExportRequest } from '../../export/index.ts';

/** Creates exports, like the exporter of an engine. */
export interface WritesExports {
  write(request: ExportRequest): Promise<unknown>;
}

/** The content of an export. */
export interface ExportedText {
  /** All JSON files of rules, one after another. */
  readonly text: string;
  /** Names of fields that were omitted because they are named like credentials. */
  readonly omitted: ReadonlySet<string>;
}

/** Exports a person, and reads the archive. */
export async function exportedText(exporter: WritesExports, userId: string, user: unknown): Promise<ExportedText> {
  const out = new PassThrough();
  const [archive] = await Promise.all([buffer(out), exporter.write({ userId, user, out })]);
  const { fromBufferPromise } = await import('yauzl');
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const files: string[] = [];
  let omitted = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const isData = /\/(?:all|data)\.json$/.test(entry.fileName);
    if (!isData && entry.fileName !== 'manifest.json') continue;
    const content = await text(await zip.openReadStreamPromise(entry));
    if (isData) files.push(content);
    else omitted = new Set((JSON.parse(content) as { omittedFields?: string[] }).omittedFields);
  }
  return { text: files.join('\n'), omitted };
}
