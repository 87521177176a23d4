/** One audit from its first address to its report. What it has done is stored as it goes, so that it can be repeated from any point. */
import type { CheckedLink } from '../crawl/link-check.ts';
import type { Crawled } from '../crawl/crawl.ts';
import { crawl } from '../crawl/crawl.ts';
import type { Pace } from '../crawl/pace/pace.ts';
import { waitForTurn } from '../crawl/pace/pace.ts';
import type { WaitReason } from '../crawl/pace/results.ts';
import type { Sites } from '../crawl/pace/sites.ts';
import { Robots } from '../crawl/robots.ts';
import type { Fetching } from '../crawl/sitemap/fetch.ts';
import { SitemapError } from '../crawl/sitemap/parse.ts';
import { walkSitemaps } from '../crawl/sitemap/walk.ts';
import { RendererError } from '../kernel/errors.ts';
import { findingsOf } from './report.ts';
import type { AuditFinding } from './data/finding.ts';
import { addressIn } from './address.ts';
import type { AuditPort } from './port.ts';
import type { PageRecord } from './data/record.ts';
import type { Audit } from './state.ts';
import { AUDIT_LIMITS } from './state.ts';
import type { AuditStore, Seeds } from './store.ts';
import { Visitor } from './visit.ts';

/** What an audit needs of the service. */
export interface RunParts {
  readonly store: AuditStore;
  readonly port: AuditPort;
  readonly pace: Pace;
  readonly sites: Sites;
  readonly fetching: (start: URL, signal: AbortSignal) => Fetching;
  /** Number of addresses that are visited at the same time. */
  readonly workers: number;
  /** Names of kinds that are left out. */
  readonly off: ReadonlySet<string>;
  readonly onVisited: (record: PageRecord) => void;
  readonly onWait: (reason: WaitReason, milliseconds: number) => void;
}

/** Maximum number of problems that are listed. */
const MAX_PROBLEMS = 100;
/** Part of the pages that may be rendered again for comparison, and the least number of them. */
const COMPARED = { part: 0.05, least: 20 };

/**
 * See the head of the file.
 *
 * @param audit changed as it goes
 * @throws the reason of the signal; an `AuditFailure` if there is nothing to report
 */
export async function runAudit(audit: Audit, parts: RunParts, signal: AbortSignal): Promise<AuditFinding[]> {
  const { store, off } = parts;
  const { id, spec } = audit;
  const start = new URL(spec.url);
  const run = new Run(audit, parts, start, signal);
  const enter = (phase: Audit['phase']) => {
    // It may have been cancelled meanwhile.
    signal.throwIfAborted();
    audit.phase = phase;
  };
  enter('reading');
  const seeds = (await store.seeds(id)) ?? (await run.readSeeds());
  enter('visiting');
  await using journal = store.journal(id);
  const crawled = await run.visitAll(seeds, journal);
  Object.assign(audit, { known: crawled.pages, isCut: seeds.isCut || crawled.isCut });
  if (audit.failed === audit.visited) throw await failure(audit, journal.read());
  enter('comparing');
  const external = spec.externalLinks ? await externalLinks(journal.read(), start, parts, signal) : [];
  return findingsOf({
    records: () => journal.read(),
    external: new Map(
      external.flatMap(({ url, outcome, reason }) => (outcome === 'broken' ? [[url, reason ?? '']] : [])),
    ),
    starts: seeds.starts,
    listed: new Map(seeds.listed),
    alternates: new Map(seeds.alternates.flatMap(([urls, others]) => urls.map((url) => [url, others] as const))),
    isCut: audit.isCut,
    off,
  });
}

/** Where links to other hosts lead: the first 500 in the order of their addresses, so that each run checks the same. */
async function externalLinks(
  records: AsyncIterable<PageRecord>,
  start: URL,
  { port }: RunParts,
  signal: AbortSignal,
): Promise<readonly CheckedLink[]> {
  const all = new Set<string>();
  for await (const { external } of records) for (const url of external) all.add(url);
  const first = [...all].toSorted().slice(0, AUDIT_LIMITS.externalLinks);
  const checked = await port.checkLinks(start, first, signal);
  signal.throwIfAborted();
  return checked;
}

/** An audit without a report, with a reason for people. */
export class AuditFailure extends Error {
  override readonly name = 'AuditFailure';
}

async function failure({ visited, forbidden, spec }: Audit, records: AsyncIterable<PageRecord>): Promise<AuditFailure> {
  if (visited === 0 && forbidden > 0) {
    const way = 'allow it there with "User-agent: page-renderer" and "Allow: /"';
    return new AuditFailure(`robots.txt of ${new URL(spec.url).host} forbids all addresses; ${way}`);
  }
  for await (const { error } of records) {
    if (error)
      return new AuditFailure(`None of ${visited} addresses could be rendered. ${error.code}: ${error.message}`);
  }
  return new AuditFailure('There is no address that may be rendered');
}

class Run {
  readonly #audit: Audit;
  readonly #parts: RunParts;
  readonly #start: URL;
  readonly #signal: AbortSignal;
  readonly #hosts: ReadonlySet<string>;
  readonly #robots = new Map<string, Promise<Robots>>();
  readonly #forbidden = new Set<string>();

  constructor(audit: Audit, parts: RunParts, start: URL, signal: AbortSignal) {
    this.#audit = audit;
    this.#parts = parts;
    this.#start = start;
    this.#signal = signal;
    this.#hosts = new Set([start.host, ...audit.spec.hosts]);
  }

  /** The first addresses, stored: sitemaps may change while an audit is interrupted. */
  async readSeeds(): Promise<Seeds> {
    const { spec, id } = this.#audit;
    const { port, store, fetching, sites } = this.#parts;
    const hosts = new Set([...this.#hosts, ...sites.hosts]);
    const starts = [this.#start, new URL('/', this.#start)].flatMap((url) => port.addressOf(url) ?? []);
    const listed = new Map<string, string>();
    const alternates = new Map<string, readonly string[]>();
    // Pages in thirty languages name the same thirty: these are kept once.
    const lists = new Map<string, readonly string[]>();
    let [isCut, sitemap] = [false, ''];
    const entries: string[] = [];
    const end = () => {
      for (const url of entries.splice(0)) if (!listed.has(url)) listed.set(url, sitemap);
    };
    if (spec.from !== 'links') {
      for await (const found of walkSitemaps(this.#start, { ...fetching(this.#start, this.#signal), hosts })) {
        if (found.kind === 'error') this.#note(found);
        if (found.kind === 'sitemap') {
          sitemap = found.url;
          end();
        }
        const url = found.kind === 'page' ? port.addressOf(found.url) : undefined;
        if (url === undefined || found.kind !== 'page') continue;
        const others = found.alternates.flatMap((one) => addressIn(one, found.url, port) ?? []);
        if (others.length > 0) {
          const list = [...new Set([...(alternates.get(url) ?? []), ...others])];
          const name = list.join(' ');
          alternates.set(url, lists.get(name) ?? list);
          if (!lists.has(name)) lists.set(name, list);
        }
        isCut = listed.size + entries.length >= spec.pages;
        if (isCut) break;
        entries.push(url);
      }
      end();
    }
    const seeds = { starts: [...new Set(starts)], listed: [...listed], alternates: grouped(alternates), isCut };
    await store.saveSeeds(id, seeds);
    return seeds;
  }

  async visitAll({ starts, listed }: Seeds, journal: ReturnType<AuditStore['journal']>): Promise<Crawled> {
    const { spec } = this.#audit;
    const { port, workers, off, pace, sites, onVisited } = this.#parts;
    const signal = this.#signal;
    const visitor = new Visitor({
      port,
      start: this.#start,
      hosts: this.#hosts,
      off,
      maxCompared: Math.max(COMPARED.least, Math.ceil(spec.pages * COMPARED.part)),
      notesExternal: spec.externalLinks,
      inTurn: (url, work) => this.#inTurn(url, work),
      backOff: (url, milliseconds) => pace.backOff(sites.of(url), milliseconds),
    });
    const count = (record: PageRecord) => {
      visitor.note(record);
      this.#audit.visited += 1;
      if (record.error) this.#audit.failed += 1;
    };
    Object.assign(this.#audit, { visited: 0, failed: 0 });
    return crawl({
      seeds: spec.from === 'sitemap' ? listed.map(([url]) => url) : [...starts, ...listed.map(([url]) => url)],
      limits: { pages: spec.pages, depth: spec.from === 'sitemap' ? 0 : spec.depth },
      workers,
      signal,
      mayVisit: (url) => this.#mayVisit(url),
      replay: async function* (depth) {
        for await (const record of journal.read()) {
          if (record.depth !== depth) continue;
          count(record);
          yield record;
        }
      },
      visit: async (url, place) => {
        const record = await visitor.visit(url, place, signal);
        await journal.append(record);
        count(record);
        onVisited(record);
        return record.found;
      },
      onFound: (known) => (this.#audit.known = known),
    });
  }

  async #inTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
    const { pace, sites, onWait } = this.#parts;
    const { origin, host } = new URL(url);
    const site = sites.of(url);
    const paced = this.#hosts.has(host) ? (await this.#robotsOf(origin)).paced(site) : site;
    const leave = await waitForTurn(pace, paced, this.#signal, onWait);
    try {
      return await work();
    } finally {
      await leave();
    }
  }

  async #mayVisit(address: string): Promise<boolean> {
    const url = new URL(address);
    if (!this.#hosts.has(url.host)) return false;
    if ((await this.#robotsOf(url.origin)).allows(url)) return true;
    if (this.#forbidden.size < this.#audit.spec.pages) this.#forbidden.add(address);
    this.#audit.forbidden = this.#forbidden.size;
    return false;
  }

  /** A server that cannot say what may be crawled ends the audit, if it is that of the start page; others are left out. */
  #robotsOf(origin: string): Promise<Robots> {
    let robots = this.#robots.get(origin);
    if (!robots) {
      robots = Robots.fetch(origin, this.#parts.fetching(this.#start, this.#signal)).catch((error: unknown) => {
        if (!(error instanceof SitemapError)) throw error;
        const url = `${origin}/robots.txt`;
        if (origin === this.#start.origin) throw new AuditFailure(`${url} ${error.message}`);
        this.#note({ url, error: error.message });
        return Robots.parse('User-agent: *\nDisallow: /');
      });
      this.#robots.set(origin, robots);
    }
    return robots;
  }

  #note({ url, error }: { url: string; error: string }): void {
    const { problems } = this.#audit;
    if (problems.length < MAX_PROBLEMS) problems.push({ url: url.slice(0, 300), error: error.slice(0, 300) });
  }
}

/** Pages with the same list of pages in other languages. */
function grouped(alternates: ReadonlyMap<string, readonly string[]>): Seeds['alternates'] {
  const groups = new Map<readonly string[], string[]>();
  for (const [url, others] of alternates) {
    const urls = groups.get(others);
    if (urls) urls.push(url);
    else groups.set(others, [url]);
  }
  return [...groups].map(([others, urls]) => [urls, others] as const);
}

/** What a person reads of an error that ended an audit. */
export function reasonOf(error: unknown): string {
  if (error instanceof AuditFailure) return error.message;
  if (error instanceof RendererError) return `${error.code}: ${error.shown}`;
  return 'There was a fault; the log has the details';
}
