/**
 * Audits of sites: every address is rendered through the service, judged, and compared with the others. One audit runs at a time; it
 * is stored in a folder as it goes, and continues after its process was killed.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Pace } from '../crawl/pace/pace.ts';
import type { WaitReason } from '../crawl/pace/results.ts';
import { Sites } from '../crawl/pace/sites.ts';
import type { Fetching } from '../crawl/sitemap/fetch.ts';
import { stateFolderOf, unavailable } from '../crawl/state-folder.ts';
import { wallClock } from '../kernel/clock.ts';
import { RendererError } from '../kernel/errors.ts';
import { parseHttpUrl } from '../kernel/url.ts';
import type { RendererConfig } from '../options/options.ts';
import type { AuditFinding } from './data/finding.ts';
import { identityOf } from './data/finding.ts';
import type { AuditPort } from './port.ts';
import { reasonOf, runAudit } from './run.ts';
import type { Audit, AuditSpec } from './state.ts';
import { countsOf, isAuditOver, newAudit } from './state.ts';
import type { AuditReport, ReportedFinding } from './store.ts';
import { AuditStore } from './store.ts';

/** Where audits are counted. */
export interface AuditMetrics {
  count(name: 'page_renderer_audit_pages_total', labels: { result: 'done' | 'failed' }): void;
  count(name: 'page_renderer_warming_wait_seconds_total', labels: { reason: WaitReason }, seconds: number): void;
}

/** What audits need of the service. */
export interface AuditsParts {
  readonly config: RendererConfig;
  readonly port: AuditPort;
  /** That of warming in the same process: a site has one pace. */
  readonly pace: Pace;
  readonly fetching: (start: URL, signal: AbortSignal) => Fetching;
  readonly logger: Logger;
  readonly metrics: AuditMetrics;
}

/** Number of audits that are kept, and that may wait. */
const MOST = { kept: 50, waiting: 10 } as const;
/** Milliseconds between two saves of an audit. */
const SAVE_STEP = 1_000;
/** Maximum number of findings of a report: a site with more has other worries than the rest. */
const MAX_FINDINGS = 50_000;

/** See the head of the file. Methods throw a `RendererError` `warming-unavailable` if the folder cannot be used. */
export class Audits {
  readonly #parts: AuditsParts;
  readonly #sites: Sites;
  readonly #audits = new Map<string, Audit>();
  readonly #over = new AbortController();
  /** Ends the audit that runs. */
  #running: { readonly id: string; readonly end: AbortController } | undefined;
  #opening: Promise<AuditStore> | undefined;
  #temporary: string | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(parts: AuditsParts) {
    this.#parts = parts;
    this.#sites = new Sites(parts.config.sites);
  }

  /** Ends when the service shuts down. */
  get closing(): AbortSignal {
    return this.#over.signal;
  }

  /** Continues what an earlier process did not finish. */
  start(): void {
    if (stateFolderOf(this.#parts.config) === undefined) return;
    this.#store().catch((error: unknown) => this.#parts.logger.warn({ err: error }, 'audits cannot be continued'));
  }

  /**
   * Begins an audit. One of the same site that is not over is returned instead.
   *
   * @throws {RendererError} `invalid-url`; `restricted` for an address that may not be rendered; `overloaded` if too many wait
   */
  async begin(spec: AuditSpec): Promise<Audit> {
    const store = await this.#store();
    const url = parseHttpUrl(spec.url);
    const address = this.#parts.port.addressOf(url);
    if (address === undefined) throw new RendererError('restricted', `${url.host} may not be rendered by this service`);
    const wanted = { ...spec, url: address };
    const same = this.all().find((one) => !isAuditOver(one) && JSON.stringify(one.spec) === JSON.stringify(wanted));
    if (same) return same;
    if (this.all().filter((one) => !isAuditOver(one)).length > MOST.waiting) {
      throw new RendererError('overloaded', `${MOST.waiting} audits are waiting`, { retryAfter: 60 });
    }
    const audit = newAudit(randomUUID(), wanted, wallClock());
    await store.save(audit);
    this.#audits.set(audit.id, audit);
    this.#enqueue(audit, store);
    return audit;
  }

  /** The audits that are known, the newest first; none before the folder was opened. */
  all(): Audit[] {
    return [...this.#audits.values()].toSorted((a, b) => b.createdAt - a.createdAt);
  }

  /** The same, after the folder was opened. */
  async list(): Promise<Audit[]> {
    await this.#store();
    return this.all();
  }

  async get(id: string): Promise<Audit | undefined> {
    await this.#store();
    return this.#audits.get(id);
  }

  /** What an audit found; undefined if it is not done. */
  async report(id: string): Promise<AuditReport | undefined> {
    return this.#audits.has(id) ? (await this.#store()).report(id) : undefined;
  }

  /** Ends an audit. */
  async cancel(id: string): Promise<Audit | undefined> {
    const store = await this.#store();
    const audit = this.#audits.get(id);
    if (!audit || isAuditOver(audit)) return audit;
    if (this.#running?.id === id) this.#running.end.abort();
    Object.assign(audit, { phase: 'cancelled', finishedAt: wallClock() });
    await store.save(audit);
    return audit;
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.#queue;
    await (await this.#opening?.catch(() => undefined))?.close();
    if (this.#temporary !== undefined) await rm(this.#temporary, { recursive: true, force: true });
  }

  #store(): Promise<AuditStore> {
    if (this.#over.signal.aborted) return Promise.reject(unavailable('The service is shutting down'));
    this.#opening ??= this.#open().catch((error: unknown) => {
      // What failed once may be repaired by now, such as a full disk.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<AuditStore> {
    const { config } = this.#parts;
    const folder =
      stateFolderOf(config) ?? (this.#temporary ??= await mkdtemp(path.join(tmpdir(), 'page-renderer-audits-')));
    const store = await AuditStore.open(path.join(folder, 'audits'));
    const audits = await store.audits();
    for (const audit of audits.toSorted((a, b) => a.createdAt - b.createdAt)) {
      this.#audits.set(audit.id, audit);
      if (!isAuditOver(audit)) this.#enqueue(audit, store);
    }
    return store;
  }

  #enqueue(audit: Audit, store: AuditStore): void {
    const others = this.#queue;
    this.#queue = (async () => {
      await others;
      if (!this.#over.signal.aborted && !isAuditOver(audit)) await this.#run(audit, store);
    })();
  }

  async #run(audit: Audit, store: AuditStore): Promise<void> {
    const { logger } = this.#parts;
    const { id } = audit;
    const end = new AbortController();
    this.#running = { id, end };
    const signal = AbortSignal.any([this.#over.signal, end.signal]);
    const save = () =>
      store.save(audit).catch((error: unknown) => {
        logger.warn({ audit: id, err: error }, 'the state of an audit cannot be saved');
      });
    const saving = setInterval(() => void save(), SAVE_STEP).unref();
    audit.startedAt ??= wallClock();
    try {
      const findings = await this.#findings(audit, store, signal);
      signal.throwIfAborted();
      await this.#report(audit, store, findings);
      audit.phase = 'done';
    } catch (error) {
      // It continues at the next start.
      if (this.#over.signal.aborted) return;
      if (!end.signal.aborted) {
        Object.assign(audit, { phase: 'failed', reason: reasonOf(error) });
        if (!(error instanceof RendererError)) logger.debug({ audit: id, err: error }, 'an audit failed');
      }
    } finally {
      clearInterval(saving);
      this.#running = undefined;
      if (this.#over.signal.aborted) await save();
    }
    audit.finishedAt ??= wallClock();
    await save();
    logEnd(logger, audit);
    await this.#forgetOld(store);
  }

  #findings(audit: Audit, store: AuditStore, signal: AbortSignal): Promise<AuditFinding[]> {
    const { config, port, pace, fetching, metrics } = this.#parts;
    return runAudit(
      audit,
      {
        store,
        port,
        pace,
        fetching,
        sites: this.#sites,
        workers: config.warmingConcurrency,
        off: new Set(config.ignoredJudgements),
        onVisited: ({ error }) =>
          metrics.count('page_renderer_audit_pages_total', { result: error ? 'failed' : 'done' }),
        onWait: (reason, milliseconds) =>
          metrics.count('page_renderer_warming_wait_seconds_total', { reason }, milliseconds / 1000),
      },
      signal,
    );
  }

  async #report(audit: Audit, store: AuditStore, all: readonly AuditFinding[]): Promise<void> {
    const findings = all.slice(0, MAX_FINDINGS);
    const before = this.all().find(({ id, phase, spec, createdAt }) => {
      return phase === 'done' && id !== audit.id && createdAt <= audit.createdAt && spec.url === audit.spec.url;
    });
    const old = before && (await store.report(before.id))?.findings;
    const known = new Set(old?.map(identityOf));
    const now = new Set(findings.map(identityOf));
    const gone = (old ?? []).filter((one) => !now.has(identityOf(one))).map(plain);
    const changeOf = (one: AuditFinding): ReportedFinding['change'] =>
      old === undefined ? null : known.has(identityOf(one)) ? 'same' : 'new';
    const reported = findings.map((one): ReportedFinding => Object.assign(plain(one), { change: changeOf(one) }));
    const report = { findings: reported, gone };
    await store.saveReport(audit.id, report);
    audit.counts = countsOf(all);
    const added = report.findings.filter(({ change }) => change === 'new').length;
    audit.change = before && old ? { since: before.id, added, gone: gone.length } : null;
  }

  async #forgetOld(store: AuditStore): Promise<void> {
    for (const { id } of this.all().filter(isAuditOver).slice(MOST.kept)) {
      this.#audits.delete(id);
      await store.remove(id);
    }
  }
}

/** A finding without what has changed. */
function plain({ kind, severity, url, sentence, says }: AuditFinding): AuditFinding {
  return { kind, severity, url, sentence, says };
}

/** Writes one line about an audit that has ended. */
function logEnd(logger: Logger, audit: Audit): void {
  const { id, spec, phase, visited, failed, counts, isCut, reason } = audit;
  const told = {
    audit: id,
    site: spec.url.split('?', 1)[0],
    phase,
    visited,
    failed,
    ...counts,
    isCut,
    ...(reason !== null && { reason }),
  };
  if (phase === 'failed') logger.warn(told, 'an audit has failed');
  else logger.info(told, 'an audit has ended');
}
