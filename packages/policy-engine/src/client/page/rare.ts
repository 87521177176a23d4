/** What few pages need, in a file of its own: signals for Microsoft's tags, faults of elements, rules that are not declared, a page that is offline. */
import { microsoftClarity } from '../signals/microsoft-clarity.ts';
import { microsoftUet } from '../signals/microsoft-uet.ts';
import type { Signal } from '../signals/signal.ts';

export { leaveFor } from '../banner/unreachable.ts';
export { tellFault } from '../gates/gated.ts';

/** Signals beside Google's. */
export const OTHERS: readonly Signal[] = [microsoftUet, microsoftClarity];

const SHARED = Symbol.for('policy-engine.consent');

const unknown = new Set<string>();

/** What is asked of an engine. */
interface Engine {
  readonly state: { readonly gates: Readonly<Record<string, string>> } | null;
}

/** Engines of this page, see `policyConsent`. */
const engines = () => Object.values((globalThis as { [SHARED]?: Record<string, Engine> })[SHARED] ?? {});

/**
 * Tells the console of what an element waits for in vain: a rule or vendor that is not declared, or a rule without a text, in each engine
 * of the page.
 */
export function tellUnknown(gate: string): void {
  if (engines().some(({ state }) => !state || state.gates[gate])) return;
  if (!unknown.has(gate)) console.warn('policy-engine: no such rule, or no text of it in force:', gate);
  unknown.add(gate);
}
