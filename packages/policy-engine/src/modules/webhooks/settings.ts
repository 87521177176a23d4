/** How a host configures its webhooks. */

/** A receiver of events. */
export interface WebhookOptions {
  /** Its name in the panel and the audit log. Default: the host of the URL. */
  readonly name?: string;
  /** Where events are sent, by POST: `https:`, or `http:` on this machine and on hosts of `webhookAllowedHosts`. */
  readonly url: string;
  /**
   * Key that signs events: `whsec_` and the Base64 of 24 to 64 random bytes, or ASCII text of 24 characters or more. Of `[new,
   * old]` both sign, so that the receiver can change over in between.
   */
  readonly secret: string | readonly string[];
  /**
   * Types of events, such as `policy-engine.erasure.completed`; `policy-engine.erasure.*` matches all with this prefix. Default:
   * all.
   */
  readonly events?: readonly string[];
}

/** A webhook as the engine uses it. */
export interface Webhook {
  readonly name: string;
  readonly url: URL;
  /** The signing keys, the newest first. */
  readonly keys: readonly Buffer[];
  /** Types, or prefixes of types with `*`; null for all. */
  readonly events: readonly string[] | null;
}

/** Whether a webhook receives events of a type. */
export function wants({ events }: Pick<Webhook, 'events'>, type: string): boolean {
  return events === null || events.some((pattern) => fits(pattern, type));
}

/** Whether a type equals the pattern, or has its prefix. */
export function fits(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
