import { inject, type InjectionKey, type Plugin } from 'vue';
import { type ConsentSource, ConsentView } from '../components/consent-view.ts';

const VIEW: InjectionKey<ConsentView> = /* @__PURE__ */ Symbol('policy-engine');

/**
 * A plugin that says where the engine is mounted and what the server knew. An app whose engine is at `/policies` and whose server
 * hands in nothing needs none.
 *
 * @example
 * ```ts
 * app.use(createConsent({ snapshot }));
 * ```
 */
export function createConsent(source: ConsentSource = {}): Plugin {
  return { install: (app) => void app.provide(VIEW, new ConsentView(source)) };
}

/** What the components of this app look at. */
export const useConsentView = (): ConsentView => inject(VIEW, () => new ConsentView({}), true);
