import { getContext, hasContext, onMount, setContext } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { type Readable, toStore } from 'svelte/store';
import { type Consent, type ConsentSource, ConsentView, type Rules } from '../components/consent-view.ts';
import type { ConsentDocument } from '../state.ts';

const KEY = Symbol.for('policy-engine.svelte');

/** Consent that templates and effects follow: what reads it is run again when it changes, in this tab or in another. */
export class ReactiveConsent implements Consent {
  readonly view: ConsentView;
  readonly #follow: () => void;
  #isMounted = false;
  #update = () => {};

  /** To be made while a component is. */
  constructor(source: ConsentSource) {
    this.view = new ConsentView(source);
    this.#follow = createSubscriber((update) => {
      this.#update = update;
      return this.view.subscribe(update);
    });
    onMount(() => {
      this.#isMounted = true;
      this.#update();
    });
  }

  get #now(): Consent {
    this.#follow();
    // What the server drew with, until Svelte has taken that over.
    return this.view.at(this.#isMounted ? this.view.state : this.view.first);
  }

  get state(): ConsentDocument | null {
    return this.#now.state;
  }

  get mustReload(): boolean {
    return this.#now.mustReload;
  }

  readonly has: Consent['has'] = (rules, vendor) => this.#now.has(rules, vendor);
  readonly decide: Consent['decide'] = (decisions, shown) => this.#now.decide(decisions, shown);
  readonly decideAll: Consent['decideAll'] = (isAccepted, shown) => this.#now.decideAll(isAccepted, shown);
  readonly withdraw: Consent['withdraw'] = (rules) => this.#now.withdraw(rules);
}

/**
 * Says where the engine is mounted and what the server knew, for a component and everything in it: call it in the root layout. An
 * app whose engine is at `/policies` and whose server hands in nothing does not need it.
 *
 * @param source read once, when the component is made
 *
 * @example
 * ```ts
 * const { data, children } = $props();
 * const consent = setConsent(() => ({ snapshot: data.consent }));
 * ```
 */
export function setConsent(source: () => ConsentSource = () => ({})): ReactiveConsent {
  return setContext(KEY, new ReactiveConsent(source()));
}

/**
 * The visitor's consent, and what changes it. Call it while the component is made.
 *
 * @example
 * ```svelte
 * const consent = getConsent();
 * {#if consent.has('media')}<Map />{:else if consent.state}The map needs your consent.{/if}
 * ```
 */
export function getConsent(): ReactiveConsent {
  return hasContext(KEY) ? getContext<ReactiveConsent>(KEY) : setConsent();
}

/**
 * Whether rules are accepted, all of them, as a store; undefined while it is not known. Call it while the component is made.
 *
 * @example
 * ```svelte
 * const isMeasured = consentOf('analytics');
 * {#if $isMeasured}Counted{/if}
 * ```
 */
export function consentOf(rules: Rules, vendor?: string): Readable<boolean | undefined> {
  const consent = getConsent();
  return toStore(() => (consent.state ? consent.has(rules, vendor) : undefined));
}
