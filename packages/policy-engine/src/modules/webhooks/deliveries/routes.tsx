/** Webhooks for administrators: their status, the deliveries, and sending again. */
import { z } from '@hono/zod-openapi';
import {
  allPages,
  columnsField,
  declareExport,
  pageNumber,
  returning,
  returnPath,
  type Routes,
  sortField,
} from '../../../platform/web/index.ts';
import {
  type Delivery,
  type DeliveryFilter,
  deliveryPaths as paths,
  deliveryOrders,
  deliveryStates,
  LONGEST_NOTE,
} from './delivery.ts';
import type { DescribedEvent } from '../event-list.ts';
import {
  deliveryJson,
  deliverySchema,
  eventSchema,
  webhookJson,
  webhookSchema,
  wholeDeliveryJson,
  wholeDeliverySchema,
} from './representation.ts';
import type { WebhookService } from '../service.ts';
import { deliveryPage, deliveriesPage } from './views.tsx';

// The form sends its first choice, all, as an empty text.
const Filters = z.object({
  state: z.enum([...deliveryStates, '']).optional(),
  webhook: z.string().max(255).optional(),
});
const Id = z.object({ id: z.string().min(1).max(255) });
const Resolution = z.object({
  note: z.string().trim().min(1).max(LONGEST_NOTE).openapi({ description: 'How it was resolved, for colleagues' }),
});
const ADMIN: readonly string[] = ['Administration'];

function filterOf({ state, webhook }: z.output<typeof Filters>): DeliveryFilter {
  return { state: state || undefined, webhook: webhook || undefined };
}

/** @param events what the modules emit */
export function webhooksRoutes(webhooks: WebhookService, events: () => readonly DescribedEvent[]): Routes {
  return (app) => {
    // Without webhooks, there is nothing to check.
    if (webhooks.webhooks.length > 0) {
      app.navigation({ area: 'admin', group: 'operation', position: 65, path: paths.all, label: 'nav.webhooks' });
    }
    app.route({
      method: 'get',
      path: paths.all,
      id: 'listWebhookDeliveries',
      summary: 'List webhooks and their deliveries, newest first',
      tags: ADMIN,
      access: 'admin',
      query: Filters.extend({ page: pageNumber, sort: sortField(deliveryOrders), columns: columnsField }),
      answer: {
        description: 'The webhooks, and a page of deliveries',
        json: z.object({
          page: z.int(),
          pages: z.int(),
          total: z.int().openapi({ description: 'Counted up to 10,000' }),
          webhooks: z.array(webhookSchema),
          deliveries: z.array(deliverySchema),
        }),
        html: 'page',
      },
      handle: async ({ query: { page, ...query } }) => {
        const [list, statuses] = await Promise.all([
          webhooks.list(filterOf(query), page, query.sort || undefined),
          webhooks.statuses(),
        ]);
        const { deliveries, pages, total } = list;
        return {
          json: () => ({
            page,
            pages,
            total: total.count,
            webhooks: statuses.map(webhookJson),
            deliveries: deliveries.map(deliveryJson),
          }),
          html: (view) => deliveriesPage(view, { statuses, list, page, query }),
        };
      },
    });
    declareExport(app, {
      path: paths.all,
      id: 'WebhookDeliveries',
      summary: 'Deliveries to webhooks',
      tags: ADMIN,
      access: 'admin',
      query: Filters,
      file: 'webhooks',
      row: deliverySchema,
      columns: [
        'created_at',
        'webhook',
        'type',
        'state',
        'attempts',
        'status',
        'error',
        'attempted_at',
        'due_at',
        'ended_at',
        'event_id',
        'id',
      ],
      rows: async function* (query) {
        const filter = filterOf(query);
        const read = (last: Delivery | null, limit: number) => webhooks.after(filter, last, limit);
        for await (const deliveries of allPages(read)) yield deliveries.map(deliveryJson);
      },
    });
    app.route({
      method: 'get',
      path: '/webhook_events',
      id: 'listWebhookEvents',
      summary: 'List the types of events that webhooks can receive',
      tags: ADMIN,
      access: 'admin',
      answer: { description: 'All types', json: z.object({ events: z.array(eventSchema) }) },
      handle: () => ({ json: { events: [...events()] } }),
    });
    app.route({
      method: 'get',
      path: paths.one('{id}'),
      id: 'getWebhookDelivery',
      summary: 'Show a delivery: what was sent, and the answer',
      tags: ADMIN,
      access: 'admin',
      params: Id,
      answer: { description: 'The delivery', json: wholeDeliverySchema, html: 'page' },
      errors: [404],
      handle: async ({ params }) => {
        const delivery = await webhooks.find(params.id);
        return {
          json: () => wholeDeliveryJson(delivery),
          html: (view) => deliveryPage(view, delivery, webhooks.isSendable(delivery)),
        };
      },
    });
    app.route({
      method: 'post',
      path: paths.send('{id}'),
      id: 'sendWebhookDeliveryAgain',
      summary: 'Send an event to a webhook again, with the same ID',
      tags: ADMIN,
      access: 'admin',
      params: Id,
      body: returning,
      answer: { status: 204, description: 'It is sent within seconds', html: 'redirect' },
      errors: [404, 409],
      subject: ({ id }) => ({ path: paths.one(id) }),
      handle: async ({ params, body, href }) => {
        await webhooks.sendAgain(params.id);
        return {
          redirect: { to: href(returnPath(body) ?? paths.one(params.id)), notice: 'notice.webhook_sent_again' },
        };
      },
    });
    app.route({
      method: 'post',
      path: paths.resolve('{id}'),
      id: 'resolveWebhookDelivery',
      summary: 'Record that a failed delivery was resolved in another way',
      description: 'It is no longer among the failures. 409 `webhook_not_failed` for any other delivery.',
      tags: ADMIN,
      access: 'admin',
      params: Id,
      body: Resolution,
      answer: { status: 204, description: 'Recorded', html: 'redirect' },
      errors: [404, 409],
      typed: ['note'],
      subject: ({ id }) => ({ path: paths.one(id) }),
      form: async ({ params: { id } }, { errors }) => {
        const delivery = await webhooks.find(id);
        return (view) => deliveryPage(view, delivery, webhooks.isSendable(delivery), errors);
      },
      handle: async ({ params, body, href }) => {
        await webhooks.resolve(params.id, body.note);
        return { redirect: { to: href(paths.one(params.id)), notice: 'notice.webhook_resolved' } };
      },
    });
  };
}
