/**
 * For the browser: the banner's elements, the visitor's consent settings, and a typed client for apps that render their own.
 * Importing it is safe on a server.
 *
 * @module
 */
export { PolicyConsentElement } from './banner/banner.ts';
export { type PolicyConsent } from './consent.ts';
export { policyConsent } from './policy-consent.ts';
export type { Cleared, ClearedItem } from './state/forget.ts';
export { defineElements } from './page/elements.ts';
export { PolicyEmbedElement } from './embed/embed.ts';
export { gateOf, type VendorGate } from './state/gate.ts';
export { CHANGE_EVENT } from './names.ts';
export {
  createPolicyClient,
  type OperationAnswer,
  type OperationInput,
  type PolicyClient,
  type PolicyClientOptions,
} from './policy-client.ts';
export { PolicyProblem, type ProblemField } from './problem.ts';
export type { Decisions, Shown } from './state/shown.ts';
export type { Signal, SignalState } from './signals/signal.ts';
// Exports all of it; otherwise an app could not add its rules.
export type * from './state/rule-names.ts';
export type { ConsentDocument, ConsentRule, Leftovers } from './state/state.ts';
