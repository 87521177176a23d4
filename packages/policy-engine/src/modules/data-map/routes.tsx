/** The records of processing (GDPR Art. 30) for administrators: as a page, JSON and CSV. */
import { z } from '@hono/zod-openapi';
import { BYTE_ORDER_MARK, CSV_TYPE } from '../../platform/csv.ts';
import type { Routes } from '../../platform/web/index.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { type Inventory, inventoryCsv } from './inventory.ts';
import { inventoryPage } from './inventory-page.tsx';

const Said = z.string().nullable();

const InventoryJson = z
  .object({
    entries: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        purpose: Said,
        legal_basis: Said,
        recipients: Said,
        retention: Said,
        erasure: Said.openapi({ description: 'What happens when its person is erased; null: nothing' }),
        source: Said,
        tables: z.array(z.string()).readonly(),
        exported: z.boolean(),
      }),
    ),
    exempt: z.array(
      z.object({ table: z.string(), columns: z.array(z.string()).readonly().nullable(), reason: z.string() }),
    ),
  })
  .openapi('DataInventory');

/** @param inventory the declarations, in a language */
export function dataMapRoutes(inventory: (language: Language) => Inventory): Routes {
  return (app) => {
    app.navigation({ area: 'admin', position: 35, path: '/data_map', label: 'nav.data_map' });
    app.route({
      method: 'get',
      path: '/data_map',
      id: 'listPersonalData',
      summary: 'List the kinds of personal data that are kept (GDPR Art. 30)',
      description: 'As declared by the host; no personal data is read.',
      tags: ['Administration'],
      access: 'admin',
      answer: { description: 'The records of processing activities', json: InventoryJson, html: 'page' },
      handle: async ({ language }) => {
        const { entries, exempt } = inventory(await language());
        return {
          json: { entries: [...entries], exempt: [...exempt] },
          html: (view) => inventoryPage(view, inventory(view)),
        };
      },
    });
    app.route({
      method: 'get',
      path: '/data_map.csv',
      id: 'downloadPersonalData',
      summary: 'The kinds of personal data that are kept, as a table',
      description:
        'CSV (RFC 4180) in UTF-8. Values that a spreadsheet would treat as a formula start with an apostrophe.',
      tags: ['Administration'],
      access: 'admin',
      answer: { description: 'The records of processing activities' },
      otherResponses: { 200: { description: 'The table', content: { 'text/csv': { schema: z.string() } } } },
      handle: async ({ language }) => {
        const headers = {
          'content-type': CSV_TYPE,
          'content-disposition': 'attachment; filename="data-map.csv"',
        };
        return new Response(BYTE_ORDER_MARK + inventoryCsv(inventory(await language())), { headers });
      },
    });
  };
}
