import {
  computed,
  type ComputedRef,
  onMounted,
  onScopeDispose,
  shallowRef,
  type ShallowRef,
  type MaybeRefOrGetter,
  toValue,
} from 'vue';
import type { Consent, ConsentView, Known, Rules } from '../components/consent-view.ts';
import { useConsentView } from './context.ts';

/**
 * The visitor's consent, and functions that change it. What depends on it is rendered again when it changes, in this tab or in
 * another.
 *
 * @example
 * ```ts
 * const consent = useConsent();
 * const stop = () => consent.value.withdraw('analytics');
 * ```
 */
export function useConsent(): ComputedRef<Consent> {
  const view = useConsentView();
  const known = useKnown(view);
  return computed(() => view.at(known.value));
}

function useKnown(view: ConsentView): ShallowRef<Known> {
  // What the server rendered, until Vue has hydrated.
  const known = shallowRef(view.first);
  const update = () => void (known.value = view.known);
  let end: (() => void) | undefined;
  onMounted(() => {
    end = view.subscribe(update);
    update();
  });
  onScopeDispose(() => end?.());
  return known;
}

/**
 * Whether rules are accepted, all of them; undefined while it is not known.
 *
 * @param vendor `provider` of a script of each rule: whether they are accepted with this vendor, too
 *
 * @example
 * ```ts
 * const isMeasured = useConsentOf('analytics');
 * ```
 */
export function useConsentOf(
  rules: MaybeRefOrGetter<Rules>,
  vendor?: MaybeRefOrGetter<string | undefined>,
): ComputedRef<boolean | undefined> {
  const view = useConsentView();
  const known = useKnown(view);
  return computed(() => view.accepts(known.value, toValue(rules), toValue(vendor)));
}
