import { defineComponent, type DefineSetupFnComponent, type SlotsType } from 'vue';
import type { Rules } from '../components/consent-view.ts';
import { useConsentOf } from './use-consent.ts';

/** Props of a gate. */
export interface ConsentGateProps {
  /** The rule that opens it, or several. */
  readonly rule: Rules;
  /** The vendor it also needs: `provider` of a script of each rule. */
  readonly vendor?: string | undefined;
}

/** What a gate shows: `default` with consent, `fallback` without, `pending` while it is not known. */
export type ConsentGateSlots = SlotsType<{
  default?: Record<string, never>;
  fallback?: Record<string, never>;
  pending?: Record<string, never>;
}>;

/**
 * Shows its default slot with consent, and `fallback` without. While it is not known it shows `pending`, or nothing, so that
 * neither of the others flashes.
 *
 * @example
 * ```vue
 * <ConsentGate rule="media">
 *   <ShopMap />
 *   <template #fallback>The map needs your consent.</template>
 * </ConsentGate>
 * ```
 */
export const ConsentGate: DefineSetupFnComponent<ConsentGateProps, {}, ConsentGateSlots> =
  /* @__PURE__ */ defineComponent<ConsentGateProps, {}, string, ConsentGateSlots>(
    (props, { slots }) => {
      const isAccepted = useConsentOf(
        () => props.rule,
        () => props.vendor,
      );
      return () => {
        const shown = isAccepted.value === undefined ? 'pending' : isAccepted.value ? 'default' : 'fallback';
        return slots[shown]?.({});
      };
    },
    { name: 'ConsentGate', props: ['rule', 'vendor'] },
  );
