import { getContext, hasContext, onMount, setContext } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import { type Readable, toStore } from 'svelte/store';
import { type Consent, type ConsentSource, ConsentView, type Known, type Rules } from '../components/consent-view.ts';
import type { ConsentDocument } from '../state/state.ts';

const KEY = Symbol.for('policy-engine.svelte');

/** Consent that templates and effects track: what reads it runs again when it changes, in this tab or in another. */
export class ReactiveConsent implements Consent {
  readonly view: ConsentView;
  readonly #follow: () => void;
  #isMounted = false;
  #update = () => {};

  /** To be created during component initialisation. */
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

  /** What is known; what reads it is run again when it changes. */
  get known(): Known {
    this.#follow();
    // What the server rendered, until Svelte has hydrated.
    return this.#isMounted ? this.view.known : this.view.first;
  }

  get #now(): Consent {
    return this.view.at(this.known);
  }

  get state(): ConsentDocument | null {
    return this.#now.state;
  }

  get mustReload(): boolean {
    return this.#now.mustReload;
  }

  get running(): readonly string[] {
    return this.#now.running;
  }

  get cleared(): Consent['cleared'] {
    return this.#now.cleared;
  }

  get keepsCookies(): boolean {
    return this.#now.keepsCookies;
  }

  readonly has: Consent['has'] = (rules, vendor) => this.#now.has(rules, vendor);
  readonly decide: Consent['decide'] = (decisions, shown) => this.#now.decide(decisions, shown);
  readonly decideAll: Consent['decideAll'] = (isAccepted, shown) => this.#now.decideAll(isAccepted, shown);
  readonly withdraw: Consent['withdraw'] = (rules) => this.#now.withdraw(rules);
  readonly watch: Consent['watch'] = (root) => this.view.consent.watch(root);
  readonly addSignal: Consent['addSignal'] = (signal) => this.view.consent.addSignal(signal);
}

/**
 * Sets where the engine is mounted and what the server knew, for a component and its children: call it in the root layout. Not
 * needed if the engine is at `/policies` and the server passes no snapshot.
 *
 * @param source read once, during component initialisation
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
 * The visitor's consent, and functions that change it. Call it during component initialisation.
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
 * Whether rules are accepted, all of them, as a store; undefined while it is not known. Call it during component initialisation.
 *
 * @example
 * ```svelte
 * const isMeasured = consentOf('analytics');
 * {#if $isMeasured}Counted{/if}
 * ```
 */
export function consentOf(rules: Rules, vendor?: string): Readable<boolean | undefined> {
  const consent = getConsent();
  return toStore(() => consent.view.accepts(consent.known, rules, vendor));
}
