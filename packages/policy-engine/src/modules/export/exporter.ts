/**
 * Turns a person's data into a site that they can keep: streamed into a ZIP file, never held in memory, with no files left behind.
 */
import type { Language } from '../../platform/i18n/language.ts';
import type { WebLogger } from '../../platform/logger.ts';
import { Output } from './archive/output.ts';
import { SiteFiles } from './archive/site-files.ts';
import { ZipWriter } from './archive/zip-writer.ts';
import type { ExportRequest, ExportSummary } from './export-request.ts';
import { ExportFiles } from './files/row-files.ts';
import { OwnValues } from './held-back/own-values.ts';
import { Images } from './images/images.ts';
import { Pace } from './writing/pace.ts';
import { type PreviewedRule, previewOf } from './preview.ts';
import { Progress } from './writing/progress.ts';
import { countOf } from './writing/rows.ts';
import type { PortabilityRule } from './rule.ts';
import type { ExportRun } from './writing/run.ts';
import { SearchIndex } from './writing/search-index.ts';
import type { ExporterSettings } from './settings.ts';
import { createDates } from './site/dates.ts';
import { Frame } from './site/frame.ts';
import { writeSite } from './writing/write-site.tsx';

/** What exports need. */
export interface ExporterParts {
  readonly rules: readonly PortabilityRule[];
  readonly settings: ExporterSettings;
  /** Name of the host; undefined: the engine's word for privacy. */
  readonly brand: string | undefined;
  /** Origin of the site; undefined if the host has configured none. */
  readonly origin: string | undefined;
  readonly language: (wishes: readonly string[]) => Language;
  /** IANA name; times have UTC beside it. */
  readonly timeZone: string;
  readonly now: () => Date;
  readonly logger: WebLogger;
}

/** Exports the data of the host's portability rules. Several exports may be in progress at once. */
export interface Exporter {
  /** Whether there is anything to export. */
  readonly hasRules: boolean;
  /**
   * Writes the export of one person into `out`, a ZIP file.
   *
   * @throws {PolicyEngineError} `export_failed`, naming the rule that cannot be read or rendered
   * @throws the reason of `signal`, the error of `out`, or an error of a host's function; then `out` is destroyed, and no temporary
   * file is left
   */
  write(request: ExportRequest): Promise<ExportSummary>;
}

/** The exporter of an engine. */
export class ExportService implements Exporter {
  readonly #parts: ExporterParts;

  constructor(parts: ExporterParts) {
    this.#parts = parts;
  }

  get hasRules(): boolean {
    return this.#parts.rules.length > 0;
  }

  /** The data that people can export. */
  get rules(): readonly PortabilityRule[] {
    return this.#parts.rules;
  }

  /** What the export of a user would contain: see {@link previewOf}. */
  async preview(user: unknown, signal: AbortSignal): Promise<PreviewedRule[]> {
    return previewOf(this.#parts.rules, user, signal);
  }

  async write(request: ExportRequest): Promise<ExportSummary> {
    const ended = new AbortController();
    const signal = request.signal === undefined ? ended.signal : AbortSignal.any([request.signal, ended.signal]);
    try {
      signal.throwIfAborted();
      const summary = await this.#write(request, signal);
      const { files, bytes, sha256 } = summary;
      await this.#parts.settings.afterZip?.({ userId: request.userId, user: request.user, files, bytes, sha256 });
      return summary;
    } catch (error) {
      request.out.destroy(error instanceof Error ? error : new Error('The export was aborted', { cause: error }));
      throw error;
    } finally {
      // Ends waiting for servers and streams.
      ended.abort();
    }
  }

  async #write(request: ExportRequest, signal: AbortSignal): Promise<ExportSummary> {
    const { settings, rules, now, logger } = this.#parts;
    const language = this.#parts.language(request.locale === undefined ? [] : [request.locale]);
    const createdAt = now();
    const pace = new Pace(signal);
    const output = new Output(request.out, signal);
    await using zip = new ZipWriter(output, { date: createdAt, folder: settings.folder });
    await using files = new SiteFiles(zip, settings.folder);
    using images = new Images({ settings: settings.images, files, t: language.t, signal });
    const progress = new Progress(request.onProgress, () => ({ files: files.count, bytes: output.bytes }));
    progress.rowsExpected = await this.#rowsExpected(request.user, signal);
    await progress.now();
    const date = createDates(language.locale, request.timeZone ?? this.#parts.timeZone);
    const brand = this.#parts.brand ?? language.t('app.name');
    const navigation = [
      { label: language.t('export.start'), href: 'index.html' },
      ...rules.map((rule) => ({ label: rule.label(language.locale), href: `${rule.name}/index.html` })),
    ];
    await pace.yieldIfDue();
    const footer = language.t('export.created', { date: date(createdAt, 'minute') });
    await pace.yieldIfDue();
    const run: ExportRun = {
      settings,
      rules,
      user: request.user,
      own: new OwnValues(request.userId, request.user),
      language,
      createdAt,
      origin: this.#parts.origin,
      files,
      images,
      rowFiles: new ExportFiles({ settings: settings.files, folder: settings.folder, files, pace, progress, logger }),
      search: new SearchIndex(files),
      frame: new Frame({ language, brand, navigation, footer, layout: settings.layout }),
      progress,
      pace,
    };
    await writeSite(run, { brand, date, extras: request.extras ?? {} });
    await zip.finish();
    const sha256 = await output.end();
    progress.rule = null;
    await progress.now();
    return { files: zip.entries, bytes: output.bytes, sha256, rows: progress.rowsDone, failures: files.failures };
  }

  async #rowsExpected(user: unknown, signal: AbortSignal): Promise<number | undefined> {
    let total = 0;
    for (const rule of this.#parts.rules) {
      const count = await countOf(rule, user, signal);
      if (count === undefined) return undefined;
      total += count;
    }
    return total;
  }
}
