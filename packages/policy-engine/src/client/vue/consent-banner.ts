import { defineComponent, type DefineSetupFnComponent, onMounted } from 'vue';
import { defineElements } from '../page/elements.ts';
import { useConsentView } from './context.ts';

/**
 * Adds the engine's banner at the end of the page, once, unless the server has. For apps that render no banner of their own.
 *
 * @example
 * ```vue
 * <ConsentBanner />
 * ```
 */
export const ConsentBanner: DefineSetupFnComponent<{}> = /* @__PURE__ */ defineComponent(
  () => {
    const { mount } = useConsentView();
    onMounted(() => defineElements(mount));
    return () => null;
  },
  { name: 'ConsentBanner' },
);
