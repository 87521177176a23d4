/** The records of processing (GDPR Art. 30) for administrators: as a page, JSON and CSV. */
import { z } from '@hono/zod-openapi';
import { BYTE_ORDER_MARK, CSV_TYPE } from '../../../platform/csv.ts';
import { columnsField, declareExport, pageNumber, type Routes, sortField } from '../../../platform/web/index.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { storageKinds } from '../../consent/index.ts';
import { activitiesOf, activityOrders, RECORD } from './activities.tsx';
import type { Inventory } from './inventory.ts';
import { inventoryPage } from './inventory-page.tsx';
import { inventoryCsv } from './csv.ts';

const Said = z.string().nullable();
const Party = z.object({ name: z.string(), contact: Said });
const PartyOrNone = z
  .union([Party, z.literal(false)])
  .nullable()
  .openapi({ description: 'false: declared that there is none; null: not declared' });

const ActivityJson = z.object({
  name: z.string(),
  label: z.string(),
  purpose: Said,
  legal_basis: Said,
  people: Said,
  recipients: Said,
  retention: Said,
  erasure: Said.openapi({ description: 'What happens when its person is erased; null: nothing' }),
  source: Said,
  tables: z.array(z.string()).readonly(),
  exported: z.boolean(),
});

const Filters = z.object({
  q: z.string().trim().max(255).optional().openapi({ description: 'A text in any fact of an activity. Default: all' }),
});

const InventoryJson = z
  .object({
    locale: z.string().openapi({ description: 'Language of the texts, BCP 47' }),
    controller: Party.nullable(),
    joint_controllers: z.array(Party).readonly(),
    representative: PartyOrNone,
    data_protection_officer: PartyOrNone,
    entries: z.array(ActivityJson).readonly(),
    consents: z
      .array(
        z.object({
          name: z.string(),
          label: z.string(),
          purpose: Said,
          people: Said,
          recipients: z.array(z.string()).readonly().nullable(),
          stored: z.array(z.object({ name: z.string(), duration: Said })).readonly(),
        }),
      )
      .readonly(),
    necessary_cookies: z
      .array(
        z.object({
          name: z.string(),
          kind: z.enum(storageKinds),
          purpose: z.string(),
          duration: z.string(),
          recipients: Said.openapi({ description: 'Third parties with access; null: declared that there are none' }),
        }),
      )
      .readonly()
      .openapi({ description: 'Cookies and stored keys that need no consent' }),
    transfers: z
      .array(z.object({ country: z.string(), recipient: z.string(), safeguards: z.string() }))
      .readonly()
      .nullable()
      .openapi({ description: 'Empty: declared that there are none; null: not declared' }),
    security: z.array(z.string()).readonly().nullable(),
    exempt: z
      .array(z.object({ table: z.string(), columns: z.array(z.string()).readonly().nullable(), reason: z.string() }))
      .readonly(),
    missing: z
      .array(z.object({ option: z.string(), fact: z.string() }))
      .readonly()
      .openapi({ description: 'What GDPR Art. 30(1) requires and nobody declared, with the option that declares it' }),
  })
  .openapi('DataInventory');

const ACTIVITY_COLUMNS = Object.keys(ActivityJson.shape) as (keyof z.output<typeof ActivityJson>)[];

/** @param inventory the declarations, in a language */
export function dataMapRoutes(inventory: (language: Language) => Inventory): Routes {
  return (app) => {
    app.navigation({ area: 'admin', group: 'data', position: 35, path: RECORD, label: 'data_map.title' });
    app.route({
      method: 'get',
      path: RECORD,
      id: 'listPersonalData',
      summary: 'Read the record of processing activities (GDPR Art. 30)',
      description: 'As declared by the host; no personal data is read.',
      tags: ['Administration'],
      access: 'admin',
      query: Filters.extend({ page: pageNumber, sort: sortField(activityOrders), columns: columnsField }),
      answer: { description: 'The records of processing activities', json: InventoryJson, html: 'page' },
      handle: async ({ query: { page, ...asked }, language }) => {
        return {
          json: async () => {
            const words = await language();
            const all = inventory(words);
            return { ...all, entries: activitiesOf(all.entries, asked, words.locale) };
          },
          html: (view) => {
            const all = inventory(view);
            const found = activitiesOf(all.entries, asked, view.locale);
            return inventoryPage(view, all, { found, query: asked, page });
          },
        };
      },
    });
    declareExport(app, {
      path: RECORD,
      id: 'ProcessingActivities',
      summary: 'The processing activities of the record',
      tags: ['Administration'],
      access: 'admin',
      query: Filters.extend({ sort: sortField(activityOrders) }),
      file: 'processing-activities',
      row: ActivityJson,
      columns: ACTIVITY_COLUMNS,
      rows: async function* (asked, { language }) {
        const words = await language();
        yield activitiesOf(inventory(words).entries, asked, words.locale);
      },
    });
    app.route({
      method: 'get',
      path: `${RECORD}.csv`,
      id: 'downloadPersonalData',
      summary: 'The record of processing activities as a table',
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
        const reading = await language();
        return new Response(BYTE_ORDER_MARK + inventoryCsv(inventory(reading), reading), { headers });
      },
    });
  };
}
