/** The list of audits, and the form that begins one. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Audit } from '../../../audit/state.ts';
import { AUDIT_LIMITS } from '../../../audit/state.ts';
import { Table } from '../../inspect/page/parts.tsx';
import { count } from '../../pages/format.ts';
import { AddressField, FormTo } from '../frame/frame.tsx';
import { Moment } from '../frame/moments.tsx';
import { cut } from '../frame/results.tsx';
import type { Visit } from '../frame/visit.ts';
import { changeText, countsText, PhaseBadge } from './parts.tsx';

/** The page. */
export function AuditsPage({
  audits,
  now,
  visit,
}: {
  audits: readonly Audit[];
  now: number;
  visit: Visit;
}): JSX.Element {
  return (
    <>
      <section class="stack">
        <h1>Audits</h1>
        <p class="muted">
          An audit renders the pages of a site, judges each of them, and compares them: duplicates, canonical addresses
          that do not agree, broken links, pages without a link. The results are cached.
        </p>
      </section>
      <Begin visit={visit} />
      {audits.length === 0 ? (
        <div class="empty stack">
          <h2>No audit yet</h2>
          <p class="muted">Enter the start page of a site to begin the first one.</p>
        </div>
      ) : (
        <section class="explained compact" aria-label="Audits">
          <Table
            columns={['Site', 'State', 'Findings', 'Since the last one', 'Pages', 'Begun']}
            rows={audits.map((audit) => [
              <span class="entry">
                <a href={`/operator/audits/audit?id=${audit.id}`}>
                  <bdi>{cut(audit.spec.url)}</bdi>
                </a>
              </span>,
              <PhaseBadge phase={audit.phase} />,
              audit.phase === 'done' ? countsText(audit.counts) : '–',
              changeText(audit) || '–',
              <span class="figure">{count(audit.visited)}</span>,
              <Moment at={audit.createdAt} now={now} />,
            ])}
          />
        </section>
      )}
    </>
  );
}

function Begin({ visit }: { visit: Visit }): JSX.Element {
  return (
    <FormTo action="/operator/audits" visit={visit} busy="Starting…" card={true}>
      <AddressField name="url" label="Start page of a site" example="https://example.com/" button="Audit" />
      <details>
        <summary>Options</summary>
        <div class="options">
          <div class="field">
            <label for="from">Pages come from</label>
            <select id="from" name="from">
              <option value="both">sitemaps and links</option>
              <option value="links">links only</option>
              <option value="sitemap">sitemaps only</option>
            </select>
          </div>
          <Amount name="pages" label="Pages, at most" value={AUDIT_LIMITS.defaultPages} most={AUDIT_LIMITS.pages} />
          <Amount
            name="depth"
            label="Links from the start page, at most"
            value={AUDIT_LIMITS.defaultDepth}
            most={AUDIT_LIMITS.depth}
          />
          <div class="field">
            <label for="hosts">Further hosts</label>
            <input
              id="hosts"
              name="hosts"
              type="text"
              autocapitalize="none"
              spellcheck={false}
              maxlength={2048}
              aria-describedby="hosts-hint"
            />
            <p id="hosts-hint" class="small muted">
              Separated by spaces, for example blog.example.com. Links to other hosts are not followed.
            </p>
          </div>
          <label class="check">
            <input type="checkbox" name="externalLinks" value="true" /> Check links to other hosts, too
          </label>
        </div>
      </details>
      <p class="small muted">
        Only what robots.txt allows is rendered, at the pace of the site (option <code>sites</code>).
      </p>
    </FormTo>
  );
}

function Amount(props: { name: string; label: string; value: number; most: number }): JSX.Element {
  const { name, label, value, most } = props;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} name={name} type="number" min={name === 'depth' ? 0 : 1} max={most} value={String(value)} />
    </div>
  );
}
