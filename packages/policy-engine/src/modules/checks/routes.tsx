/** The check as a page for administrators. */
import { z } from '@hono/zod-openapi';
import type { Routes } from '../../platform/web/index.ts';
import { kindOf, worded } from './finding.ts';
import type { CheckService } from './service.ts';
import { checkPage } from './views.tsx';

const FindingJson = z
  .object({
    code: z.string().openapi({ description: 'Stable identifier for programs' }),
    severity: z.enum(['error', 'warning']),
    subject: z.string().nullable().openapi({ description: 'Name of the rule, script or migration' }),
    message: z.string(),
    advice: z.string(),
    article: z.string().nullable(),
  })
  .openapi('Finding');

export function checkRoutes(checks: CheckService, now: () => Date): Routes {
  return (app) => {
    app.navigation({ area: 'admin', group: 'evidence', position: 50, path: '/check', label: 'check.title' });
    app.route({
      method: 'get',
      path: '/check',
      id: 'check',
      summary: 'Report what is missing for compliance',
      tags: ['Administration'],
      access: 'admin',
      query: z.object({
        severity: z.enum(['error', 'warning', '']).optional(),
        code: z.string().max(63).optional().openapi({ description: 'Only findings of this kind' }),
      }),
      answer: { description: 'The findings; empty if there are none', json: z.array(FindingJson), html: 'page' },
      handle: async ({ query: { severity, code }, language }) => {
        const found = (await checks.run()).filter(
          (one) => (!severity || kindOf(one.code, checks.kinds).severity === severity) && (!code || one.code === code),
        );
        return {
          json: async () => {
            const answerLanguage = await language();
            return found.map((one) => worded(one, checks.kinds, answerLanguage));
          },
          html: (view) => checkPage(view, found, checks.kinds, now()),
        };
      },
    });
  };
}
