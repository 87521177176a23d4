/** Webhooks for administrators: how each stands, what was sent, and again. */
import { z } from '@hono/zod-openapi';
import type { Routes } from '../../platform/web/index.ts';
import { type DeliveryFilter, deliveryStates } from './delivery.ts';
import type { DescribedEvent } from './event-list.ts';
import {
  deliveryJson,
  deliverySchema,
  eventSchema,
  webhookJson,
  webhookSchema,
  wholeDeliveryJson,
  wholeDeliverySchema,
} from './representation.ts';
import type { WebhookService } from './service.ts';
import { deliveryPage, deliveriesPage, paths } from './views.tsx';

const Query = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  state: z.enum(deliveryStates).optional(),
  webhook: z.string().min(1).max(255).optional(),
});
const Id = z.object({ id: z.string().min(1).max(255) });
const ADMIN: readonly string[] = ['Administration'];

/** @param events what the modules emit */
export function webhooksRoutes(webhooks: WebhookService, events: () => readonly DescribedEvent[]): Routes {
  return (app) => {
    // Where there are none, there is nothing to look at.
    if (webhooks.webhooks.length > 0) {
      app.navigation({ area: 'admin', position: 65, path: paths.all, label: 'nav.webhooks' });
    }
    app.route({
      method: 'get',
      path: paths.all,
      id: 'listWebhookDeliveries',
      summary: 'List webhooks, and what was sent to them, the newest first',
      tags: ADMIN,
      access: 'admin',
      query: Query,
      answer: {
        description: 'The webhooks, and a page of deliveries',
        json: z.object({
          page: z.int(),
          pages: z.int(),
          webhooks: z.array(webhookSchema),
          deliveries: z.array(deliverySchema),
        }),
        html: 'page',
      },
      handle: async ({ query: { page, ...filter } }) => {
        const [{ deliveries, pages }, standings] = await Promise.all([
          webhooks.list(filter, page),
          webhooks.standings(),
        ]);
        const shown: DeliveryFilter = filter;
        return {
          json: () => ({
            page,
            pages,
            webhooks: standings.map(webhookJson),
            deliveries: deliveries.map(deliveryJson),
          }),
          html: (view) => deliveriesPage(view, { standings, deliveries, page, pages, filter: shown }),
        };
      },
    });
    app.route({
      method: 'get',
      path: '/webhook_events',
      id: 'listWebhookEvents',
      summary: 'List the types of events that webhooks are told of',
      tags: ADMIN,
      access: 'admin',
      answer: { description: 'All types', json: z.object({ events: z.array(eventSchema) }) },
      handle: () => ({ json: { events: [...events()] } }),
    });
    app.route({
      method: 'get',
      path: paths.one('{id}'),
      id: 'getWebhookDelivery',
      summary: 'Get one delivery: what was sent, and what was answered',
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
      summary: 'Send an event to a webhook again, under the same id',
      tags: ADMIN,
      access: 'admin',
      params: Id,
      body: z.unknown().optional(),
      answer: { status: 204, description: 'It is sent within seconds', html: 'redirect' },
      errors: [404, 409],
      handle: async ({ params, href }) => {
        await webhooks.sendAgain(params.id);
        return { redirect: { to: href(paths.one(params.id)), notice: 'notice.webhook_sent_again' } };
      },
    });
  };
}
