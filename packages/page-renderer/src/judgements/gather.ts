/** Gathers what judgements need, and applies them. Whoever calls it decides how further pages are rendered, and what may be. */
import type { BotDocument } from './evidence/document.ts';
import { readDocument } from './evidence/document.ts';
import { alternatesIn, alternatesOf, MAX_ALTERNATES, ownAddresses } from './hreflang.ts';
import type { JudgedPage, NotOpened, OtherPage } from './evidence/judgement.ts';
import { isOpened } from './evidence/judgement.ts';
import type { Judged } from './judgements.ts';
import { applying, judge } from './judgements.ts';
import { missingAddress } from './evidence/missing-address.ts';

/** The page as it was rendered. */
export type RenderedPage = Omit<JudgedPage, 'document' | 'missing' | 'alternates'> & { readonly html: string };

/** A further page as it was rendered. */
export interface Opened {
  /** The address that was shown at the end. */
  readonly shown: string;
  readonly status: number;
  /** Undefined for a response that is not a page. */
  readonly html: string | undefined;
  /** `Link` of its last response; empty without one. */
  readonly link: string;
}

/** Renders a further page. @throws with a message for people if it may not or cannot be rendered */
export type Open = (url: URL) => Promise<Opened>;

/** A page that was rendered for comparison, or was not. */
export interface Further {
  readonly purpose: 'missing' | 'alternate';
  readonly url: string;
  readonly status: number | null;
  /** Why it was not rendered; null if it was. */
  readonly reason: string | null;
}

/** How further pages are found. */
export interface FurtherPages {
  readonly open: Open;
  /** An address beside that of a page that cannot exist. Default: a new one for each page. */
  readonly missing?: (url: URL) => URL;
}

/** All judgements of a page, and which further pages were rendered for them. */
export interface JudgedWith {
  readonly document: BotDocument;
  readonly judged: readonly Judged[];
  readonly further: readonly Further[];
}

/**
 * Judges a page. At most six further pages are rendered, two at a time: an address that cannot exist, and five that `hreflang`
 * names. For judgements that are switched off none is rendered.
 *
 * @param off names of judgements that are switched off
 */
export async function judgeRendered(
  page: RenderedPage,
  off: ReadonlySet<string>,
  { open, missing: missingOf = missingAddress }: FurtherPages,
): Promise<JudgedWith> {
  const { html, ...rest } = page;
  const document = readDocument(html);
  const needed = new Set(applying(off, page.status).map(({ needs }) => needs));
  const own = ownAddresses({ ...rest, document });
  const named = alternatesOf(document, page.headers, page.url).filter((url) => !own.has(url));
  const [missing, alternates] = await Promise.all([
    needed.has('missing') ? opened(missingOf(new URL(page.url)), open) : undefined,
    needed.has('alternates') ? openAll(named.slice(0, MAX_ALTERNATES), open) : [],
  ]);
  const judged = judge({ ...rest, document, missing: missing ?? NOT_NEEDED, alternates }, off);
  return {
    document,
    judged,
    further: [
      ...(missing ? [furtherOf('missing', missing)] : []),
      ...alternates.map((alternate) => furtherOf('alternate', alternate)),
    ],
  };
}

const NOT_NEEDED: NotOpened = { url: '', reason: 'No judgement needs it.' };

async function openAll(urls: readonly string[], open: Open): Promise<Array<OtherPage | NotOpened>> {
  const all: Array<OtherPage | NotOpened> = [];
  for (const url of urls) all.push(await opened(new URL(url), open));
  return all;
}

async function opened({ href: url }: URL, open: Open): Promise<OtherPage | NotOpened> {
  try {
    const { shown, status, html, link } = await open(new URL(url));
    const document = html === undefined ? undefined : readDocument(html);
    return { url, shown, status, document, alternates: document ? alternatesIn(document, link, shown) : [] };
  } catch (error) {
    return { url, reason: error instanceof Error ? error.message : String(error) };
  }
}

function furtherOf(purpose: Further['purpose'], other: OtherPage | NotOpened): Further {
  const { url } = other;
  return isOpened(other)
    ? { purpose, url, status: other.status, reason: null }
    : { purpose, url, status: null, reason: other.reason };
}
