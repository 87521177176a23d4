/** Canonical addresses that do not agree with the pages they lead to. */
import { severityOf } from '../data/kinds.ts';
import type { AuditFinding } from '../data/finding.ts';
import type { AuditedSite, SitePage } from './site.ts';

const KIND = 'canonicals-disagree';

/** Canonical addresses that were not visited, such as those on other hosts, are not judged. */
export function* canonicals(site: AuditedSite): Generator<AuditFinding> {
  for (const page of site.pages.values()) {
    const { url, canonical, own, isNoindex, status, location } = page;
    if (!canonical || isNoindex || location !== null || status < 200 || status >= 300) continue;
    if (canonical.url !== null && (canonical.url === url || own.includes(canonical.url))) continue;
    const fault = canonical.url === null ? unreadable(canonical.value) : faultOf(site.pages.get(canonical.url));
    if (fault === undefined) continue;
    const sentence = `The canonical address of this page ${fault}. Search engines ignore it, or index neither page.`;
    const says = [{ place: 'canonical address', value: canonical.url ?? canonical.value }];
    yield { kind: KIND, severity: severityOf(KIND), url, sentence, says };
  }
}

/** An address that the service may not render says nothing about the page. */
function unreadable(value: string): string | undefined {
  return URL.canParse(value, 'http://host.invalid/') ? undefined : 'is no address';
}

function faultOf(named: SitePage | undefined): string | undefined {
  if (!named) return undefined;
  const { status, error, location, isNoindex, isMissing, canonical, own, url } = named;
  if (error) return isGone(error.code) ? 'cannot be reached' : undefined;
  if (location !== null) return `redirects to ${location}`;
  if (status >= 400) return `is answered ${status}`;
  if (isMissing) return 'is a page that says that it does not exist';
  if (isNoindex) return 'is a page that is not to be indexed';
  if (!canonical || canonical.url === null || canonical.url === url || own.includes(canonical.url)) return undefined;
  return `is a page that names another one, ${canonical.url}`;
}

/** Whether an error of a render means that there is no page, for anybody. */
export function isGone(code: string): boolean {
  return /^(?:unknown-host|connection-failed|tls-failed)$/.test(code);
}
