/** The page that defines every number of the panel. */
import { z } from '@hono/zod-openapi';
import { listPath, type WebApp } from '../../platform/web/index.ts';
import { numberNames, type PanelNumber } from './numbers.ts';
import { numbersPage } from './views/numbers-page.tsx';

/** Path of the page, below the mount path. */
export const NUMBERS = '/numbers';

const NumberJson = z
  .object({
    name: z.enum(numberNames),
    rule: z.string().nullable().openapi({ description: 'The policy that it is about; null for all' }),
    version: z.int().nullable().openapi({ description: 'Version in force of this policy' }),
    count: z.int().openapi({ description: 'Lists count up to 10,000' }),
    capped: z.boolean().openapi({ description: 'Whether there are more than were counted' }),
    definition: z.string(),
    url: z.string().openapi({ description: 'The list that it counts' }),
  })
  .openapi('PanelNumber');

/** Declares it. */
export function declareNumbers(app: WebApp, numbers: () => Promise<PanelNumber[]>): void {
  app.navigation({ area: 'admin', group: 'evidence', position: 80, path: NUMBERS, label: 'nav.numbers' });
  app.route({
    method: 'get',
    path: NUMBERS,
    id: 'listNumbers',
    summary: 'What each number of the panel counts, and the list that it counts',
    tags: ['Administration'],
    access: 'admin',
    answer: { description: 'The numbers', json: z.object({ numbers: z.array(NumberJson) }), html: 'page' },
    handle: async ({ href, language }) => {
      const found = await numbers();
      return {
        json: async () => {
          const words = await language();
          return {
            numbers: found.map(({ name, rule, version, count, isCapped, definition, list }) => {
              const said = { definition: words.text(definition), url: href(listPath(list.path, list.query)) };
              return { name, rule: rule?.name ?? null, version, count, capped: isCapped, ...said };
            }),
          };
        },
        html: (view) => numbersPage(view, found),
      };
    },
  });
}
