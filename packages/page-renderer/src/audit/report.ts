/** Everything that an audit found, in an order that depends on the site alone. */
import type { PageRecord } from './data/record.ts';
import { FINDING_KINDS, severityOf } from './data/kinds.ts';
import { canonicals } from './comparing/canonicals.ts';
import { duplicates } from './comparing/duplicates.ts';
import type { AuditFinding } from './data/finding.ts';
import { identityOf } from './data/finding.ts';
import { languages } from './comparing/languages.ts';
import { brokenLinks, orphans } from './comparing/links.ts';
import { AuditedSite } from './comparing/site.ts';

/** What is known of an audit whose pages were visited. */
export interface Audited {
  /** All records; read several times, because their links do not fit into memory. */
  readonly records: () => AsyncIterable<PageRecord>;
  /** Addresses from which people come. */
  readonly starts: readonly string[];
  /** The addresses of the sitemaps, each with the sitemap that lists it. */
  readonly listed: ReadonlyMap<string, string>;
  /** What sitemaps say about pages in other languages, by address. */
  readonly alternates: ReadonlyMap<string, readonly string[]>;
  /** Links to other hosts that lead nowhere, with the reason. */
  readonly external: ReadonlyMap<string, string>;
  /** Whether a limit kept the audit from visiting all pages: then nobody knows what has no link. */
  readonly isCut: boolean;
  /** Names of kinds that are left out. */
  readonly off: ReadonlySet<string>;
}

/** See the head of the file. */
export async function findingsOf({
  records,
  starts,
  listed,
  alternates,
  external,
  isCut,
  off,
}: Audited): Promise<AuditFinding[]> {
  const site = await AuditedSite.read(records(), alternates);
  const all = new Map<string, AuditFinding>();
  const add = (finding: AuditFinding) => {
    const identity = identityOf(finding);
    if (!off.has(finding.kind) && !all.has(identity)) all.set(identity, finding);
  };
  for await (const record of records()) for (const one of ofPage(record)) add(one);
  for (const one of duplicates(site)) add(one);
  for (const one of canonicals(site)) add(one);
  for (const one of languages(site)) add(one);
  for await (const one of brokenLinks(site, records(), listed, external)) add(one);
  if (!isCut) for await (const one of orphans(site, records(), starts, listed)) add(one);
  const order = new Map(FINDING_KINDS.map(({ name }, index) => [name, index]));
  const rank = ({ kind }: AuditFinding) => order.get(kind) ?? order.size;
  return [...all.values()].toSorted((a, b) => rank(a) - rank(b) || (a.url < b.url ? -1 : 1));
}

/** That a site has a page for every address is one fault, not one of each page. */
function ofPage({ url, findings }: PageRecord): AuditFinding[] {
  return findings.map(({ kind, sentence, says }) => {
    const place = kind === 'missing-not-404' ? says.find(({ value }) => value.includes('*'))?.value : undefined;
    return { kind, severity: severityOf(kind), url: place ?? url, sentence, says };
  });
}
