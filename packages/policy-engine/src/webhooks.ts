/**
 * For receivers of an engine's events: verifies and parses them. Needs no engine.
 *
 * @module
 */
export type { DecisionRecorded } from './modules/proof/webhook-events.ts';
export type { ErasureCompleted } from './modules/erasure/notices/webhook-events.ts';
export type { RequestChanged } from './modules/requests/notices/webhook-events.ts';
export type { PolicyPublished } from './modules/terms/announcements/webhook-events.ts';
export type { CloudEvent, WebhookEvent, WebhookEvents, WebhookEventType } from './modules/webhooks/events.ts';
export { verifyWebhook } from './modules/webhooks/verify.ts';
export type { VerifyWebhookOptions, WebhookHeaders } from './modules/webhooks/verify.ts';
