import {
  defineComponent,
  type DefineSetupFnComponent,
  h,
  type IframeHTMLAttributes,
  onMounted,
  onScopeDispose,
  ref,
  type SlotsType,
  type VNode,
} from 'vue';
import { attributeOf, type Rules } from '../components/consent-view.ts';
import { defineEmbed } from '../page/elements.ts';
import { useConsentView } from './context.ts';

/** Props of an embedded frame; further attributes are passed to the frame. */
export interface ConsentEmbedProps extends /* @vue-ignore */ Omit<IframeHTMLAttributes, 'src' | 'srcdoc'> {
  /** The rule it needs, or several. */
  readonly rule: Rules;
  /** The vendor it also needs: `provider` of a script of each rule. */
  readonly vendor?: string | undefined;
  readonly src: string;
}

/** Shown until consent is known, and without JavaScript: best a link to the same content. */
export type ConsentEmbedSlots = SlotsType<{ default?: Record<string, never> }>;

/** One place for one film; the element changes its content, so Vue renders it only once. */
const Place = /* @__PURE__ */ defineComponent<{ rule: Rules; vendor?: string | undefined; src: string }>(
  ({ rule, vendor, src }, { slots, attrs }) => {
    const view = useConsentView();
    const isMounted = ref(false);
    let end = (): void => {};
    onScopeDispose(() => end());
    onMounted(() => {
      defineEmbed();
      end = view.subscribe(() => {});
      isMounted.value = true;
    });
    const { id: _id, class: _class, style: _style, ...ofFrame } = attrs;
    let content: VNode[] | undefined;
    return (): VNode => {
      content ??= view.accepts(view.first, rule, vendor)
        ? [h('iframe', { ...ofFrame, src })]
        : (slots['default']?.({}) ?? []);
      const gates = isMounted.value ? attributeOf(rule, vendor) : undefined;
      return h('policy-embed', { ...attrs, mount: view.mount, 'data-src': src, 'data-consent': gates }, content);
    };
  },
  { name: 'ConsentEmbedPlace', inheritAttrs: false, props: ['rule', 'vendor', 'src'] },
);

/**
 * A frame of another site, such as a film or a map. Visitors without consent are asked in its place, which has the given width and
 * height from the start.
 *
 * @example
 * ```vue
 * <ConsentEmbed rule="media" src="https://films.example/1" title="How it is made" width="1280" height="720">
 *   <a href="https://films.example/watch/1">Watch the film</a>
 * </ConsentEmbed>
 * ```
 */
export const ConsentEmbed: DefineSetupFnComponent<ConsentEmbedProps, {}, ConsentEmbedSlots> =
  /* @__PURE__ */ defineComponent<ConsentEmbedProps, {}, string, ConsentEmbedSlots>(
    // Another film is another element.
    (props, { slots, attrs }) =>
      (): VNode =>
        h(Place, { ...attrs, ...props, key: `${attributeOf(props.rule, props.vendor)} ${props.src}` }, slots),
    { name: 'ConsentEmbed', inheritAttrs: false, props: ['rule', 'vendor', 'src'] },
  );
