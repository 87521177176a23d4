/** One audit: how far it is, then what it found. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { FINDING_KINDS } from '../../../audit/data/kinds.ts';
import type { Audit } from '../../../audit/state.ts';
import { isAuditOver } from '../../../audit/state.ts';
import type { AuditReport, ReportedFinding } from '../../../audit/store.ts';
import { judgementPage } from '../../../judgements/judgements.ts';
import { Table, Words } from '../../inspect/page/parts.tsx';
import { count } from '../../pages/format.ts';
import { Badge, Notice } from '../../pages/notice.tsx';
import { type Figure, Figures, FormTo, Part } from '../frame/frame.tsx';
import { Moment, span } from '../frame/moments.tsx';
import { cut } from '../frame/results.tsx';
import type { Visit } from '../frame/visit.ts';
import { changeText, countsText, PhaseBadge, SEVERITY_TEXTS } from './parts.tsx';

/** The findings that are shown. */
export interface ShownFindings {
  /** Empty for all. */
  readonly kind: string;
  /** `new`, `gone`, or empty for all that there are now. */
  readonly change: string;
  /** Number of the first one, and of the first one of the next page. */
  readonly from: number;
  readonly next: number | undefined;
  readonly total: number;
  readonly shown: readonly ReportedFinding[];
}

interface AuditPageProps {
  audit: Audit;
  report: AuditReport | undefined;
  list: ShownFindings;
  now: number;
  visit: Visit;
}

/** The page. */
export function AuditPage(props: AuditPageProps): JSX.Element {
  const { audit, report, list, now, visit } = props;
  const { id, spec, phase, reason, problems, isCut, createdAt } = audit;
  return (
    <>
      <section class="stack">
        <p>
          <a href="/operator/audits">Audits</a>
        </p>
        <h1>Audit of {new URL(spec.url).host}</h1>
        <p dir="auto">
          <Words>{cut(spec.url)}</Words>
        </p>
        <p class="actions">
          <PhaseBadge phase={phase} />
          <span class="muted">
            begun <Moment at={createdAt} now={now} />
          </span>
        </p>
      </section>
      {!isAuditOver(audit) && <Progress audit={audit} visit={visit} />}
      {reason !== null && (
        <Notice tone="danger">
          <p>
            <strong>The audit failed.</strong> <span dir="auto">{cut(reason)}</span>
          </p>
        </Notice>
      )}
      {isAuditOver(audit) && <Summary audit={audit} now={now} />}
      {isCut && (
        <Notice tone="warning">
          <p>
            The limits of the audit ({count(spec.pages, 'page')}, {count(spec.depth, 'link')} from the start) kept it
            from visiting all pages, so pages without a link are not reported.
          </p>
        </Notice>
      )}
      {report && <Kinds audit={audit} report={report} list={list} />}
      {report && <Findings audit={audit} list={list} />}
      {problems.length > 0 && (
        <Part id="problems" heading="Could not be read">
          <Table
            columns={['Address', 'Reason']}
            rows={problems.map(({ url, error }) => [<Words>{cut(url)}</Words>, cut(error)])}
          />
        </Part>
      )}
      {report && (
        <div class="actions">
          {['csv', 'json', 'sarif'].map((format) => (
            <a class="button" href={`/operator/audits/report?id=${id}&format=${format}`} download>
              {format.toUpperCase()}
            </a>
          ))}
        </div>
      )}
      {isAuditOver(audit) && (
        <FormTo action="/operator/audits" visit={visit} busy="Starting…">
          <input type="hidden" name="url" value={spec.url} />
          <input type="hidden" name="from" value={spec.from} />
          <input type="hidden" name="pages" value={String(spec.pages)} />
          <input type="hidden" name="depth" value={String(spec.depth)} />
          <input type="hidden" name="hosts" value={spec.hosts.join(' ')} />
          <input type="hidden" name="externalLinks" value={String(spec.externalLinks)} />
          <button class="button button-primary" type="submit">
            Audit again
          </button>
        </FormTo>
      )}
    </>
  );
}

/** Without a script, the page says how far it was, and leads to itself. */
function Progress({ audit, visit }: { audit: Audit; visit: Visit }): JSX.Element {
  const { id, visited, known } = audit;
  return (
    <section class="card stack" aria-label="Progress" data-events={`/operator/audits/events?id=${id}`}>
      <progress max={Math.max(known, 1)} value={visited} aria-label="Visited pages"></progress>
      <p role="status" data-progress-text>
        {count(visited)} of {count(known)} known addresses visited
      </p>
      <div class="actions">
        <a class="button" href={`/operator/audits/audit?id=${id}`}>
          Update
        </a>
        <FormTo action="/operator/audits/cancel" visit={visit}>
          <input type="hidden" name="id" value={id} />
          <button class="button" type="submit">
            Cancel
          </button>
        </FormTo>
      </div>
    </section>
  );
}

function Summary({ audit, now }: { audit: Audit; now: number }): JSX.Element {
  const { phase, counts, visited, failed, forbidden, startedAt, finishedAt } = audit;
  const figures: readonly Figure[] = [
    ['Findings', count(counts.error + counts.warning + counts.note), phase === 'done' ? countsText(counts) : ''],
    ['Since the last audit', changeText(audit) || '–', audit.change ? '' : 'there is none'],
    ['Pages', count(visited), failed > 0 ? `${count(failed)} could not be rendered` : ''],
    ['Forbidden by robots.txt', count(forbidden), ''],
    ['Took', startedAt === null ? '–' : span((finishedAt ?? now) - startedAt), ''],
  ];
  return <Figures figures={figures} />;
}

function Kinds({ audit, report, list }: { audit: Audit; report: AuditReport; list: ShownFindings }): JSX.Element {
  const of = (all: readonly { readonly kind: string }[], name: string) =>
    all.filter(({ kind }) => kind === name).length;
  const fresh = report.findings.filter(({ change }) => change === 'new');
  const rows = FINDING_KINDS.flatMap(({ name, severity }) => {
    const [now, gone] = [of(report.findings, name), of(report.gone, name)];
    if (now + gone === 0) return [];
    const { tone, label } = SEVERITY_TEXTS[severity];
    return [
      [
        <a href={pathOf(audit, { kind: name })} aria-current={list.kind === name ? 'true' : undefined}>
          {name}
        </a>,
        <Badge tone={tone}>{label}</Badge>,
        <span class="figure">{count(now)}</span>,
        audit.change ? <span class="figure">{count(of(fresh, name))}</span> : '–',
        audit.change ? <span class="figure">{count(gone)}</span> : '–',
        <a href={judgementPage(name)} aria-label={`Meaning of ${name}`}>
          Meaning
        </a>,
      ],
    ];
  });
  if (rows.length === 0) return <></>;
  return (
    <Part id="kinds" heading="By kind">
      <div class="compact">
        <Table columns={['Kind', 'Severity', 'Findings', 'New', 'Gone', 'Explained']} rows={rows} />
      </div>
    </Part>
  );
}

/** What an empty list says. */
function nothing({ kind, change }: ShownFindings): string {
  const of = kind === '' ? '' : ` of ${cut(kind)}`;
  if (change === 'new') return `No finding${of} is new since the last audit.`;
  if (change === 'gone') return `No finding${of} of the last audit is gone.`;
  return kind === '' ? 'No fault was found on any page.' : `No page has a finding${of}.`;
}

function Findings({ audit, list }: { audit: Audit; list: ShownFindings }): JSX.Element {
  const { kind, change, from, next, total, shown } = list;
  const { origin } = new URL(audit.spec.url);
  const tabs = [
    ['', 'All'],
    ['new', 'New'],
    ['gone', 'Gone'],
  ] as const;
  return (
    <Part id="findings" heading={`${count(total, 'finding')}${kind === '' ? '' : ` of ${cut(kind)}`}`}>
      {audit.change && (
        <nav aria-label="Change">
          <ul class="tabs">
            {tabs.map(([name, label]) => (
              <li>
                <a href={pathOf(audit, { kind, change: name })} aria-current={change === name ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown.length === 0 && (
        <div class="empty">
          <p class="muted">{nothing(list)}</p>
        </div>
      )}
      {shown.length > 0 && (
        <Table columns={['Page', 'Finding', 'What is there']} rows={shown.map((one) => rowOf(one, origin))} />
      )}
      {(from > 0 || next !== undefined || kind !== '') && (
        <nav class="actions" aria-label="Findings">
          {from > 0 && (
            <a class="button" href={pathOf(audit, { kind, change })}>
              First page
            </a>
          )}
          {next !== undefined && (
            <a class="button" href={pathOf(audit, { kind, change, from: String(next) })} rel="next">
              Next page
            </a>
          )}
          {kind !== '' && (
            <a class="button" href={pathOf(audit, { change })}>
              All kinds
            </a>
          )}
        </nav>
      )}
    </Part>
  );
}

/** @param origin of the site, which the head of the page names */
function rowOf({ url, kind, severity, sentence, says, change }: ReportedFinding, origin: string): JSX.Element[] {
  const { tone, label } = SEVERITY_TEXTS[severity];
  const isOne = !url.includes('*');
  return [
    <span class="entry">
      <bdi>{cut(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url)}</bdi>
      {isOne && (
        <a class="small" href={`/operator/inspect?${new URLSearchParams({ url }).toString()}`}>
          Inspect
        </a>
      )}
    </span>,
    <span class="entry">
      <span class="actions">
        <Badge tone={tone}>{label}</Badge>
        <code>{kind}</code>
        {change === 'new' && <Badge tone="warning">New</Badge>}
      </span>
      <span>{sentence}</span>
    </span>,
    <ul class="list">
      {says.map(({ place, value }) => (
        <li>
          <span class="muted">{cut(place)}</span> <bdi>{cut(value)}</bdi>
        </li>
      ))}
    </ul>,
  ];
}

function pathOf({ id }: Audit, parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return `/operator/audits/audit?${new URLSearchParams([['id', id], ...given]).toString()}`;
}
