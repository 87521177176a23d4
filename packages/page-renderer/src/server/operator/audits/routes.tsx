/** `/operator/audits`: audits of sites, for people. */
import type { AuditFinding } from '../../../audit/data/finding.ts';
import type { Audit } from '../../../audit/state.ts';
import type { ReportedFinding } from '../../../audit/store.ts';
import { wallClock } from '../../../kernel/clock.ts';
import { RendererError } from '../../../kernel/errors.ts';
import { answerAuditEvents, answerReport, auditSpec } from '../../routes/audits.ts';
import type { OperatorView, Visit } from '../frame/visit.ts';
import { seeOther } from '../frame/visit.ts';
import { AuditPage } from './audit-page.tsx';
import { AuditsPage } from './page.tsx';

/** Number of findings on a page. */
const PAGE = 50;

/** `GET /operator/audits`. */
export async function showAudits(visit: Visit): Promise<OperatorView> {
  const audits = await visit.backend.audits.list();
  return { title: 'Audits', current: 'audits', body: <AuditsPage audits={audits} now={wallClock()} visit={visit} /> };
}

/** `GET /operator/audits/audit?id=…&kind=…&change=…&from=…`: how far one is, or what it found. */
export async function showAudit(visit: Visit): Promise<OperatorView> {
  const { backend, parameters } = visit;
  const audit = await auditOf(visit);
  const report = await backend.audits.report(audit.id);
  const [kind, change] = [parameters.get('kind') ?? '', parameters.get('change') ?? ''];
  const all = change === 'gone' ? (report?.gone ?? []).map(goneOf) : (report?.findings ?? []);
  const chosen = all.filter((one) => (kind === '' || one.kind === kind) && (change !== 'new' || one.change === 'new'));
  const from = /^\d{1,6}$/.test(parameters.get('from') ?? '') ? Number(parameters.get('from')) : 0;
  const shown = chosen.slice(from, from + PAGE);
  const next = from + PAGE < chosen.length ? from + PAGE : undefined;
  const list = { kind, change, from, next, total: chosen.length, shown };
  const body = <AuditPage audit={audit} report={report} list={list} now={wallClock()} visit={visit} />;
  return { title: `Audit of ${new URL(audit.spec.url).host}`, current: 'audits', body };
}

/** A finding of the time before. */
function goneOf({ kind, severity, url, sentence, says }: AuditFinding): ReportedFinding {
  return { kind, severity, url, sentence, says, change: null };
}

/** `GET /operator/audits/events?id=…`. */
export async function showAuditEvents(visit: Visit): Promise<Response> {
  return answerAuditEvents(visit.c, visit.backend, await auditOf(visit));
}

/** `GET /operator/audits/report?id=…&format=…`. */
export async function showReport(visit: Visit): Promise<Response> {
  return answerReport(visit.backend, await auditOf(visit), visit.parameters.get('format') ?? 'json');
}

/** `POST /operator/audits` with the fields of the form. @throws {RendererError} */
export async function beginAudit({ backend, form }: Visit): Promise<Response> {
  const number = (name: string) => {
    const text = form.get(name) ?? '';
    return text === '' ? undefined : Number(text);
  };
  const address = (form.get('url') ?? '').trim();
  const { data, error } = auditSpec.safeParse({
    url: /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`,
    from: form.get('from') ?? undefined,
    pages: number('pages'),
    depth: number('depth'),
    hosts: (form.get('hosts') ?? '').split(/[\s,]+/).filter(Boolean),
    externalLinks: form.get('externalLinks') === 'true',
  });
  if (!data) {
    const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new RendererError('invalid-parameter', problems.slice(0, 5).join('; '));
  }
  const audit = await backend.audits.begin(data);
  backend.logger.info({ audit: audit.id }, 'an operator begins an audit');
  return seeOther(pathOf(audit));
}

/** `POST /operator/audits/cancel` with `id`. @throws {RendererError} `not-found` */
export async function cancelAudit(visit: Visit): Promise<Response> {
  const audit = await auditOf(visit);
  await visit.backend.audits.cancel(audit.id);
  return seeOther(pathOf(audit));
}

const pathOf = ({ id }: Audit) => `/operator/audits/audit?id=${id}`;

/** The audit that the parameter `id` names. @throws {RendererError} `not-found` */
async function auditOf({ backend, parameters, form }: Visit): Promise<Audit> {
  const audit = await backend.audits.get(form.get('id') ?? parameters.get('id') ?? '');
  if (audit) return audit;
  throw new RendererError('not-found', 'There is no such audit; the last 50 are kept');
}
