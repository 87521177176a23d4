/** Pages in other languages that do not link back, as the judgement of a single page; the pages are those of the audit. */
import { readDocument } from '../../judgements/evidence/document.ts';
import type { OtherPage } from '../../judgements/evidence/judgement.ts';
import { HREFLANG_NO_RETURN } from '../../judgements/hreflang.ts';
import type { AuditFinding } from '../data/finding.ts';
import type { AuditedSite, SitePage } from './site.ts';

/** See the head of the file. */
export function* languages(site: AuditedSite): Generator<AuditFinding> {
  const { name: kind, severity, judge } = HREFLANG_NO_RETURN;
  for (const page of site.pages.values()) {
    const { url, own, alternates, canonical, status } = page;
    if (alternates.length === 0 || status >= 300) continue;
    const others = alternates.flatMap((one) => otherOf(site, page, one) ?? []);
    const result = judge({
      url,
      addresses: [url, ...own, ...(canonical?.url ? [canonical.url] : [])],
      status,
      document: EMPTY,
      people: undefined,
      headers: [],
      varying: [],
      missing: { url: '', reason: '' },
      alternates: others,
    });
    if (result?.outcome === 'found') yield { kind, severity, url, sentence: result.sentence, says: result.says };
  }
}

const EMPTY = readDocument('');

function otherOf(site: AuditedSite, page: SitePage, url: string): OtherPage | undefined {
  const beyond = page.beyond.find((one) => one.url === url);
  if (beyond) {
    const { status, isPage, alternates } = beyond;
    return { url, shown: url, status, document: isPage ? EMPTY : undefined, alternates };
  }
  const { page: other } = site.target(url);
  if (!other || other.error) return undefined;
  const { status, isPage, url: shown } = other;
  const isDirect = other.alternates.some((one) => one === page.url || page.own.includes(one));
  // A link back may lead over a redirect, as the one to this page may.
  const alternates = isDirect
    ? other.alternates
    : [...other.alternates, ...other.alternates.flatMap((one) => site.target(one).page?.url ?? [])];
  return { url, shown, status, document: isPage ? EMPTY : undefined, alternates };
}
