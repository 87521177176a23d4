/** The files of audits: the state of each, its first addresses, a journal of its pages, and its report. */
import path from 'node:path';
import { z } from 'zod';
import { Journal } from '../crawl/journal.ts';
import { StateFolder } from '../crawl/state-folder.ts';
import type { AuditFinding } from './data/finding.ts';
import type { PageRecord } from './data/record.ts';
import { recordSchema } from './data/record.ts';
import type { Audit } from './state.ts';
import { auditSchema } from './state.ts';

/** A finding with what has changed since the audit before: null without one. */
export interface ReportedFinding extends AuditFinding {
  readonly change: 'new' | 'same' | null;
}

/** What an audit found, and what was found the time before and is gone. */
export interface AuditReport {
  readonly findings: readonly ReportedFinding[];
  readonly gone: readonly AuditFinding[];
}

const finding = z.strictObject({
  kind: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  url: z.string(),
  sentence: z.string(),
  says: z.array(z.strictObject({ place: z.string(), value: z.string() })),
});
const reportSchema = z.strictObject({
  findings: z.array(z.strictObject({ ...finding.shape, change: z.enum(['new', 'same']).nullable() })),
  gone: z.array(finding),
}) satisfies z.ZodType<AuditReport>;

/** The first addresses: those of people, and those of sitemaps with the sitemap that lists them. */
export interface Seeds {
  readonly starts: readonly string[];
  readonly listed: ReadonlyArray<readonly [url: string, sitemap: string]>;
  /** What sitemaps say about pages in other languages: pages that name the same ones are together. */
  readonly alternates: ReadonlyArray<readonly [urls: readonly string[], others: readonly string[]]>;
  /** Whether the sitemaps list more. */
  readonly isCut: boolean;
}
const seedsSchema: z.ZodType<Seeds> = z.strictObject({
  starts: z.array(z.string()),
  listed: z.array(z.tuple([z.string(), z.string()])),
  alternates: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
  isCut: z.boolean(),
});

/** See the head of the file. Methods throw a `RendererError` `warming-unavailable` if the folder cannot be read or written. */
export class AuditStore {
  readonly #folder: StateFolder;

  private constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<AuditStore> {
    return new AuditStore(await StateFolder.open(folder));
  }

  /** All audits; what is damaged is removed. */
  async audits(): Promise<Audit[]> {
    const audits: Audit[] = [];
    for (const id of await this.#folder.names('runs')) {
      const audit = await this.#read(`runs/${id}/audit.json`, auditSchema);
      if (audit?.id === id) audits.push(audit);
      else await this.remove(id);
    }
    return audits;
  }

  async save(audit: Audit): Promise<void> {
    await this.#folder.write(`runs/${audit.id}/audit.json`, JSON.stringify(audit));
  }

  journal(id: string): Journal<PageRecord> {
    return new Journal(path.join(this.#folder.path, `runs/${id}/pages.ndjson`), recordSchema);
  }

  async seeds(id: string): Promise<Seeds | undefined> {
    return this.#read(`runs/${id}/seeds.json`, seedsSchema);
  }

  async saveSeeds(id: string, seeds: Seeds): Promise<void> {
    await this.#folder.write(`runs/${id}/seeds.json`, JSON.stringify(seeds));
  }

  async report(id: string): Promise<AuditReport | undefined> {
    return this.#read(`runs/${id}/report.json`, reportSchema);
  }

  async saveReport(id: string, report: AuditReport): Promise<void> {
    await this.#folder.write(`runs/${id}/report.json`, JSON.stringify(report));
  }

  async remove(id: string): Promise<void> {
    await this.#folder.remove(`runs/${id}`);
  }

  async close(): Promise<void> {
    await this.#folder.close();
  }

  async #read<T>(name: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const text = await this.#folder.read(name);
    try {
      return schema.parse(JSON.parse(text ?? ''));
    } catch {
      return undefined;
    }
  }
}
