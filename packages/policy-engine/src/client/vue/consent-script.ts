import { defineComponent, type DefineSetupFnComponent, onMounted, onScopeDispose, watch } from 'vue';
import { type GatedScript, placeScript } from '../components/gated-script.ts';
import { useConsentView } from './context.ts';

/** Props of a script. */
export type ConsentScriptProps = GatedScript;

/**
 * A script that runs with consent: once in a page, regardless of how many components use it and how often they are mounted.
 * Withdrawing works as for every tag that waits: what it left is deleted, and it runs until the page is reloaded.
 *
 * @example
 * ```vue
 * <ConsentScript rule="analytics" src="https://tags.example/tag.js" async />
 * ```
 */
export const ConsentScript: DefineSetupFnComponent<ConsentScriptProps> =
  /* @__PURE__ */ defineComponent<ConsentScriptProps>(
    (props) => {
      const view = useConsentView();
      onScopeDispose(() => end());
      let end = (): void => {};
      onMounted(() => {
        // Loads the settings even if nothing else in the page does.
        end = view.subscribe(() => {});
        watch(
          () => ({ ...props }),
          (script, _before, onCleanup) => onCleanup(placeScript(script)),
          { immediate: true },
        );
      });
      return () => null;
    },
    {
      name: 'ConsentScript',
      inheritAttrs: false,
      props: {
        rule: { type: [String, Array], required: true },
        vendor: String,
        src: String,
        code: String,
        type: String,
        async: Boolean,
        eachVisit: Boolean,
        id: String,
        nonce: String,
        crossOrigin: String,
        integrity: String,
        referrerPolicy: String,
      },
    },
  );
