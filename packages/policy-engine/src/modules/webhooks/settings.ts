/** What a host says about its webhooks. */

/** Somebody who is told what happens. */
export interface WebhookOptions {
  /** What the panel and the log call it. Default: the host of the URL. */
  readonly name?: string;
  /** Where events are sent, by POST: `https:`, or `http:` at this machine and at hosts of `webhookAllowedHosts`. */
  readonly url: string;
  /**
   * Key that signs what is sent: `whsec_` and the Base64 of 24 to 64 random bytes, or ASCII text of 24 characters or more. Of
   * `[new, old]` both sign, so that the receiver can change over in between.
   */
  readonly secret: string | readonly string[];
  /** Types of events, as in `policy-engine.erasure.completed`; `policy-engine.erasure.*` stands for all that begin so. Default: all. */
  readonly events?: readonly string[];
}

/** A webhook as the engine uses it. */
export interface Webhook {
  readonly name: string;
  readonly url: URL;
  /** What signs, the newest first. */
  readonly keys: readonly Buffer[];
  /** Types, or beginnings of types with `*`; null for all. */
  readonly events: readonly string[] | null;
}

/** Whether a webhook is told of events of a type. */
export function wants({ events }: Pick<Webhook, 'events'>, type: string): boolean {
  return events === null || events.some((pattern) => fits(pattern, type));
}

/** Whether a type is the one that is named, or one that begins so. */
export function fits(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
