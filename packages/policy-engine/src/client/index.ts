/**
 * For the browser: the banner's elements, the visitor's consent settings, and a typed client for apps that render their own.
 * Importing it is safe on a server.
 *
 * @module
 */
export { PolicyConsentElement } from './banner.ts';
export { type PolicyConsent, policyConsent } from './consent.ts';
export type { Cleared, ClearedItem } from './forget.ts';
export { defineElements } from './elements.ts';
export { PolicyEmbedElement } from './embed.ts';
export { gateOf, type VendorGate } from './gate.ts';
export { CHANGE_EVENT } from './names.ts';
export {
  createPolicyClient,
  type OperationAnswer,
  type OperationInput,
  type PolicyClient,
  type PolicyClientOptions,
} from './policy-client.ts';
export { PolicyProblem, type ProblemField } from './problem.ts';
export type { Decisions, Shown } from './shown.ts';
export type { Signal, SignalState } from './signals/signal.ts';
// Exports all of it; otherwise an app could not add its rules.
export type * from './rule-names.ts';
export type { ConsentDocument, ConsentRule, Leftovers } from './state.ts';
