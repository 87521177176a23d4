/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { WebhookEventDefinitions } from './events.ts';
import type { webhooksOptions } from './options.ts';
import type { WebhookService } from './service.ts';
import type { WebhookOptions } from './settings.ts';

export { deliveryPaths, shortType } from './deliveries/delivery.ts';
export type { WebhookEventDefinitions } from './events.ts';
export type { WebhookService } from './service.ts';

type Shapes = typeof webhooksOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly webhooks: WebhookService;
  }
  interface Hooks {
    /** The types of events that a module emits. */
    readonly webhookEvents: WebhookEventDefinitions;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** Receivers of signed events. Default: none. */
    readonly webhooks?: readonly WebhookOptions[];
    /**
     * Hosts of webhooks that may have private addresses, and be reached by `http:`, with or without a port. Default: only this
     * machine.
     */
    readonly webhookAllowedHosts?: readonly string[];
    /** Seconds within which the receiver of an event must respond. Default: 15. */
    readonly webhookTimeoutSeconds?: number;
    /** Days after which the text of an event that was delivered, or abandoned, is deleted. Default: 30. */
    readonly webhookRetentionDays?: number;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
