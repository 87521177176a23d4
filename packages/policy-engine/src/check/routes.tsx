/** The check as a page for administrators. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, EmptyState, type Page, PageHeader, type Room, type View } from '../web/index.ts';
import { type Finding, worded } from './finding.ts';
import type { CheckService } from './service.ts';

const FindingJson = z
  .object({
    code: z.string().openapi({ description: 'Stable word for programs' }),
    severity: z.enum(['error', 'warning']),
    subject: z.string().nullable().openapi({ description: 'Name of the rule, script or migration' }),
    message: z.string(),
    advice: z.string(),
    article: z.string().nullable(),
  })
  .openapi('Finding');

export function checkRoom(checks: CheckService): Room {
  return (app) => {
    app.navigation({ area: 'admin', path: '/check', label: 'nav.check' });
    app.route({
      method: 'get',
      path: '/check',
      id: 'check',
      summary: 'Say what is missing for compliance',
      tags: ['Administration'],
      access: 'admin',
      answer: { description: 'What was found; empty when all is well', json: z.array(FindingJson), html: 'page' },
      handle: async ({ language }) => {
        const spoken = await language();
        const findings = (await checks.run()).map((found) => worded(found, spoken));
        return { json: findings, html: (view) => checkPage(view, findings) };
      },
    });
  };
}

function checkPage(view: View, findings: readonly Finding[]): Page {
  const title = view.t('check.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('check.lead')} />
      {findings.length === 0 && <EmptyState title={view.t('check.none')} text={view.t('check.none_text')} />}
      {findings.map((finding) => (
        <FindingCard view={view} finding={finding} />
      ))}
    </>
  );
  return { title, content };
}

function FindingCard({ view, finding }: { view: View; finding: Finding }): JSX.Element {
  const { severity, message, advice, article } = finding;
  return (
    <section class="pe-card pe-stack">
      <div class="pe-row">
        <h2>{message}</h2>
        <Badge tone={severity === 'error' ? 'danger' : 'warning'} text={view.t(`check.severity.${severity}`)} />
      </div>
      <p>{advice}</p>
      {article !== null && <p class="pe-muted pe-small">{article}</p>}
    </section>
  );
}
