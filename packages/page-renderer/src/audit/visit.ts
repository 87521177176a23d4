/** Visits one address of an audit: renders it at the pace of its site, judges it, and notes what it leads to. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Place } from '../crawl/crawl.ts';
import { MAX_LINKS } from '../crawl/crawl.ts';
import type { Opened } from '../judgements/gather.ts';
import { judgeRendered } from '../judgements/gather.ts';
import type { BotDocument } from '../judgements/evidence/document.ts';
import { baseOf, readDocument } from '../judgements/evidence/document.ts';
import { linksOf } from '../judgements/evidence/links.ts';
import { missingAddress, missingPlace } from '../judgements/evidence/missing-address.ts';
import { forbidFollowing, forbidIndex, robotsRules } from '../judgements/evidence/robots-rules.ts';
import { alternatesIn, alternatesOf, MAX_ALTERNATES, ownAddresses } from '../judgements/hreflang.ts';
import { monotonic } from '../kernel/clock.ts';
import { RendererError } from '../kernel/errors.ts';
import { addressIn } from './address.ts';
import type { AuditedRender, AuditPort } from './port.ts';
import type { BeyondPage, PageRecord } from './data/record.ts';
import { isStorable, MAX_REDIRECTS, shortened } from './data/record.ts';

/** What a visitor needs. */
export interface Visiting {
  readonly port: AuditPort;
  /** The address where the audit begins. */
  readonly start: URL;
  /** Hosts, with ports, that belong to the audit. */
  readonly hosts: ReadonlySet<string>;
  /** Names of judgements that are left out. */
  readonly off: ReadonlySet<string>;
  /** Does something when it is the turn of an address. */
  readonly inTurn: <T>(url: string, work: () => Promise<T>) => Promise<T>;
  /** Leaves the site of an address alone for some milliseconds. */
  readonly backOff: (url: string, milliseconds: number) => Promise<void>;
  /** Whether links to other hosts are noted. */
  readonly notesExternal: boolean;
  /** Maximum number of pages that are rendered only for comparison. */
  readonly maxCompared: number;
}

/** Judged from all pages together. */
const LATER = 'hreflang-no-return';
/** Attempts for a page whose server asks to be left alone. */
const ATTEMPTS = 3;
/** Milliseconds until a page is tried again for which this service had no slot or no browser. */
const BUSY = 2_000;
/** Pages for comparison that are kept. */
const KEPT = 50;
/** Characters of a heading that are compared. */
const MAX_HEADING = 200;
/** Items of a finding. */
const MAX_SAID = 20;

/** See the head of the file. */
export class Visitor {
  readonly #how: Visiting;
  /** Addresses that cannot exist, by their place: all pages beside one another are compared with the same. */
  readonly #missing = new Map<string, URL>();
  readonly #opened = new LRUCache<string, Promise<Opened>>({ max: KEPT });
  /** How many redirects led to an address. */
  readonly #redirects = new Map<string, number>();
  #compared = 0;

  constructor(how: Visiting) {
    this.#how = how;
  }

  /** @throws the reason of the signal, and `closing` */
  async visit(url: string, place: Place, signal: AbortSignal): Promise<PageRecord> {
    const started = monotonic();
    const took = () => Math.round(monotonic() - started);
    const nothing = { url, ...place, verdict: null, location: null, isPage: false, ...NO_PAGE };
    try {
      const rendered = await this.#render(url, signal);
      const ms = took();
      const { status, verdict, location, html } = rendered;
      const to = location === undefined ? null : addressIn(location, url, this.#how.port);
      if (html === undefined) {
        const found = to === null || !this.#isInside(to) || this.#redirectsTo(url) >= MAX_REDIRECTS ? [] : [to];
        return { ...nothing, status, error: null, verdict, location: to, found, ms };
      }
      const page = await this.#judge(rendered, html, signal);
      return { ...nothing, status, error: null, verdict, location: to, ...page, size: html.length, ms };
    } catch (error) {
      if (signal.aborted || !(error instanceof RendererError) || error.code === 'closing') throw error;
      const { code, shown } = error;
      return { ...nothing, status: 0, error: { code, message: shortened(shown) }, ms: took() };
    }
  }

  /** What is known from an address that was visited, also before the process was killed. */
  note({ url, location }: Pick<PageRecord, 'url' | 'location'>): void {
    if (location === null) return;
    const redirects = Math.min(this.#redirectsTo(url) + 1, this.#redirects.get(location) ?? Infinity);
    this.#redirects.set(location, redirects);
  }

  #redirectsTo(url: string): number {
    return this.#redirects.get(url) ?? 0;
  }

  /**
   * The address from which another one may be reached: the start page, for a host that the audit does not name. The start, and the hosts
   * that are named beside it, are as if they were asked for by themselves.
   */
  #from(url: URL): URL {
    const { start, hosts } = this.#how;
    return hosts.has(url.host) && url.host !== start.host ? url : start;
  }

  /** Tries again for as long as the page is not to blame. */
  async #render(url: string, signal: AbortSignal): Promise<AuditedRender> {
    const { port, inTurn, backOff } = this.#how;
    for (let attempt = 1; ;) {
      try {
        const rendered = await inTurn(url, () => port.render(this.#from(new URL(url)), new URL(url), signal));
        if (rendered.retryAfter === undefined) return rendered;
        await backOff(url, rendered.retryAfter);
        if (attempt >= ATTEMPTS) return rendered;
        attempt += 1;
      } catch (error) {
        const isBusy = error instanceof RendererError && /^(?:overloaded|browser-unavailable)$/.test(error.code);
        if (!isBusy) throw error;
        await sleep(BUSY, undefined, { signal });
      }
    }
  }

  async #judge(rendered: AuditedRender, html: string, signal: AbortSignal): Promise<OfPage> {
    const { off } = this.#how;
    const further = { open: (url: URL) => this.#open(url, signal), missing: (url: URL) => this.#missingBeside(url) };
    const { judged, document } = await judgeRendered({ ...rendered, html }, new Set([...off, LATER]), further);
    const findings = judged.flatMap(({ judgement: { name }, result }) => {
      if (result === undefined || result === 'off' || result.outcome !== 'found') return [];
      const says = result.says.slice(0, MAX_SAID).map(({ place, value }) => {
        // Its name is a new one in each audit.
        return { place: shortened(place), value: shortened(missingPlace(value) || value) };
      });
      return [{ kind: name, sentence: shortened(result.sentence), says }];
    });
    const own = ownAddresses({ ...rendered, document });
    const named = alternatesOf(document, rendered.headers, rendered.url).filter((one) => !own.has(one));
    const alternates = this.#addresses(named, rendered.url);
    const beyond = off.has(LATER) ? [] : await this.#openBeyond(alternates.slice(0, MAX_ALTERNATES), signal);
    const canonical = canonicalOf(document, rendered, (href, base) => addressIn(href, base, this.#how.port));
    const { links, external, followed } = this.#linksOf(document, rendered);
    const leads = [...followed, ...(canonical?.url ? [canonical.url] : []), ...alternates];
    return {
      isPage: true,
      title: shortened(document.titles[0] ?? ''),
      heading: (document.headings.h1[0] ?? '').slice(0, MAX_HEADING),
      description: shortened(document.descriptions[0] ?? ''),
      language: shortened(document.language),
      canonical,
      isNoindex: robotsRules(document, rendered.headers).some(
        (one) => (one.robot === null || one.robot === 'googlebot') && forbidIndex(one),
      ),
      own: [...new Set([...rendered.addresses, rendered.url])].filter(isStorable),
      alternates,
      beyond,
      links,
      external,
      found: [...new Set(leads)].filter((one) => this.#isInside(one)),
      findings,
    };
  }

  #linksOf(
    document: BotDocument,
    { url, headers }: AuditedRender,
  ): Record<'links' | 'external' | 'followed', string[]> {
    const base = baseOf(document, url);
    const isClosed = robotsRules(document, headers).some((one) => one.robot === null && forbidFollowing(one));
    const [links, followed, external] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const { href, nofollow } of document.links) {
      const to = addressIn(href, base, this.#how.port);
      if (to !== null && !this.#isInside(to) && this.#how.notesExternal) external.add(to);
      if (to === null || !this.#isInside(to)) continue;
      links.add(to);
      if (!nofollow && !isClosed) followed.add(to);
    }
    return { links: [...links].slice(0, MAX_LINKS), external: [...external], followed: [...followed] };
  }

  /** Pages in other languages on other hosts; those on the hosts of the audit are visited as pages of their own. */
  async #openBeyond(alternates: readonly string[], signal: AbortSignal): Promise<PageRecord['beyond']> {
    const all: BeyondPage[] = [];
    for (const url of alternates) {
      if (this.#isInside(url)) continue;
      const opened = await this.#open(new URL(url), signal).catch(() => undefined);
      if (!opened) continue;
      const { status, html, link, shown } = opened;
      const named = html === undefined ? [] : alternatesIn(readDocument(html), link, shown);
      all.push({ url, status, isPage: html !== undefined, alternates: named.filter(isStorable) });
    }
    return all;
  }

  #missingBeside(url: URL): URL {
    const fresh = missingAddress(url);
    const place = missingPlace(fresh.href);
    const known = this.#missing.get(place);
    if (known) return known;
    this.#missing.set(place, fresh);
    return fresh;
  }

  /** Each page for comparison is rendered once. */
  #open(url: URL, signal: AbortSignal): Promise<Opened> {
    const known = this.#opened.get(url.href);
    if (known) return known;
    if (this.#compared >= this.#how.maxCompared) {
      return Promise.reject(new Error(`An audit compares with at most ${this.#how.maxCompared} other pages.`));
    }
    this.#compared += 1;
    const { port, inTurn } = this.#how;
    const opening = inTurn(url.href, () => port.open(this.#from(url), url, signal));
    this.#opened.set(url.href, opening);
    return opening;
  }

  #isInside(url: string): boolean {
    return this.#how.hosts.has(new URL(url).host);
  }

  #addresses(urls: readonly string[], base: string): string[] {
    return [...new Set(urls.flatMap((url) => addressIn(url, base, this.#how.port) ?? []))];
  }
}

type OfPage = Omit<PageRecord, keyof Place | 'url' | 'status' | 'error' | 'verdict' | 'location' | 'size' | 'ms'>;

const NO_PAGE = {
  title: '',
  heading: '',
  description: '',
  language: '',
  canonical: null,
  isNoindex: false,
  own: [],
  alternates: [],
  beyond: [],
  links: [],
  external: [],
  found: [],
  findings: [],
  size: 0,
};

/** Several different ones are a finding of their own. */
function canonicalOf(
  document: BotDocument,
  { url, headers }: AuditedRender,
  addressIn: (href: string, base: string) => string | null,
): PageRecord['canonical'] {
  const base = baseOf(document, url);
  const said = [
    ...linksOf(headers, 'canonical').map(({ href }) => ({ href, base: url })),
    ...document.canonicals.map((href) => ({ href, base })),
  ].map(({ href, base: of }) => ({ url: addressIn(href, of), value: shortened(href) }));
  const [first] = said;
  return first && said.every((one) => one.url === first.url) ? first : null;
}
