import { type Check, defineModule, type Found, type Module } from '../../kernel/module.ts';
import { webhooksErasure } from './erasure-step.ts';
import { eventList, requireKnownEvents, typesOf } from './event-list.ts';
import { isLoopback, webhooksAreEncrypted, webhooksOptions } from './options.ts';
import { webhooksRoutes } from './deliveries/routes.tsx';
import { WebhookService } from './service.ts';
import { webhooksMigrations } from './tables.ts';
import { deliverySubjects } from './deliveries/log-subjects.ts';
import { texts } from './texts/texts.generated.ts';
import { WebhookWorker } from './deliveries/worker.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

declare module '../../kernel/module.ts' {
  interface AdminActions {
    webhook_sent_again: true;
    webhook_resolved: true;
  }
}

/** Reports events to other systems: signed, from one outbox. */
export const webhooksModule: Module<'webhooks'> = defineModule({
  id: 'webhooks',
  options: webhooksOptions,
  relations: [webhooksAreEncrypted],
  needs: ['audit'],
  migrations: webhooksMigrations,
  texts,
  actions: ['webhook_sent_again', 'webhook_resolved'],
  findings: { webhook_failing: { severity: 'warning', article: 'Art. 19' } },
  create(context) {
    const { database, naming, jobs, now, options } = context;
    const { webhooks, webhookAllowedHosts, webhookTimeoutSeconds, webhookRetentionDays, publicOrigins } = options;
    const [origin = ''] = publicOrigins ?? [];
    const service = new WebhookService({
      database,
      naming,
      webhooks,
      audit: context.service('audit'),
      source: () => `${origin}${context.mountPath()}`,
      now,
    });
    const worker = new WebhookWorker({
      database,
      naming,
      jobs,
      webhooks,
      allowedHosts: new Set([
        ...webhookAllowedHosts,
        ...webhooks.flatMap(({ url }) => (isLoopback(url) ? [url.host] : [])),
      ]),
      timeoutMilliseconds: webhookTimeoutSeconds * 1000,
      retentionDays: webhookRetentionDays,
      now,
    });
    const events = () => eventList(context.hooks('webhookEvents'));
    return {
      service,
      routes: [webhooksRoutes(service, events)],
      jobs: worker.jobs(),
      checks: [checkWebhooks(service, now)],
      hooks: { erasureSteps: webhooksErasure(service), logSubjects: deliverySubjects(database, naming) },
      ready: () => requireKnownEvents(webhooks, typesOf(context.hooks('webhookEvents'))),
    };
  },
});

/** Milliseconds for which a receiver may be unavailable before it is reported. */
const DAY = 86_400_000;

/** Finds webhooks to which nothing was delivered for a day despite attempts. */
function checkWebhooks(webhooks: WebhookService, now: () => Date): Check {
  return {
    needsTables: true,
    async run() {
      const found: Found[] = [];
      for (const { webhook, failingSince } of await webhooks.statuses()) {
        if (failingSince === null || Date.parse(failingSince) > now().getTime() - DAY) continue;
        const query = new URLSearchParams({ webhook: webhook.name });
        found.push({
          code: 'webhook_failing',
          subject: webhook.name,
          link: { path: `/webhooks?${query.toString()}`, text: 'check.open_webhooks' },
        });
      }
      return found;
    },
  };
}
