import type { Consent, ConsentSnapshot } from 'policy-engine/react';

/** The properties of a test page. */
export interface PageProps {
  /** Origin of the other company. */
  readonly partner: string;
  /** For the page's Content-Security-Policy. */
  readonly nonce: string;
  readonly snapshot: ConsentSnapshot | null;
  /** Whether the app renders the banner. */
  readonly hasBanner: boolean;
}

/** A vendor of the rule `media`, one of two. */
export const MAPS = 'Maps & Co';

/** Code that counts how often it ran. */
export const VISIT = 'window.visits = (window.visits ?? 0) + 1';

/** What the last rejection deleted, and what still runs. */
export function clearedText({ cleared, running }: Pick<Consent, 'cleared' | 'running'>): string {
  const deleted = cleared.deleted.map(({ name }) => name);
  return `deleted: ${deleted.join(' ')}; running: ${running.join(' ')}`;
}

type ShadowTree = Parameters<Consent['watch']>[0] & { innerHTML: string };

/** What is needed of an element. */
export interface ShadowHost {
  readonly shadowRoot: ShadowTree | null;
  attachShadow(options: { readonly mode: 'open' }): ShadowTree;
}

/** The shadow tree of an element, in which a frame waits for consent. */
export function shadowOf(host: ShadowHost, { partner }: Pick<PageProps, 'partner'>): ShadowTree {
  if (host.shadowRoot) return host.shadowRoot;
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = `<iframe data-consent="media" data-src="${partner}/map" title="A map"></iframe>`;
  return root;
}

/** A signal that keeps what it was told about statistics in the page. */
export const signalOf = (name: string): Parameters<Consent['addSignal']>[0] => ({
  name,
  tell: ({ gates }) => ((globalThis as { told?: string | undefined }).told = gates['analytics']),
});
