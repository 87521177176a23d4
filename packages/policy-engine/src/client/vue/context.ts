import { inject, type InjectionKey, type Plugin } from 'vue';
import { type ConsentSource, ConsentView } from '../components/consent-view.ts';

const VIEW: InjectionKey<ConsentView> = /* @__PURE__ */ Symbol('policy-engine');

/**
 * A plugin that sets where the engine is mounted and what the server knew. Not needed if the engine is at `/policies` and the
 * server passes no snapshot.
 *
 * @example
 * ```ts
 * app.use(createConsent({ snapshot }));
 * ```
 */
export function createConsent(source: ConsentSource = {}): Plugin {
  return { install: (app) => void app.provide(VIEW, new ConsentView(source)) };
}

/** The consent of the components of this app. */
export const useConsentView = (): ConsentView => inject(VIEW, () => new ConsentView({}), true);
