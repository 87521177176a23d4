/** The test page in Vue. */
import { type App as VueApp, createSSRApp, defineComponent, h, onMounted, ref } from 'vue';
import {
  ConsentBanner,
  ConsentEmbed,
  ConsentGate,
  ConsentScript,
  createConsent,
  useConsent,
  useConsentOf,
} from 'policy-engine/vue';
import { clearedText, MAPS, type PageProps, type ShadowHost, shadowOf, signalOf, VISIT } from './page-props.ts';

const Measured = defineComponent<{ partner: string; nonce: string }>(
  ({ partner, nonce }) =>
    () => [
      h(ConsentScript, { rule: 'analytics', src: `${partner}/app.js`, nonce }),
      h(ConsentScript, { rule: 'analytics', src: `${partner}/app.js`, nonce }),
      h(ConsentScript, { rule: 'analytics', code: `(window.ran ??= []).push('inline')`, nonce }),
      h(ConsentScript, { rule: 'analytics', code: VISIT, eachVisit: true, nonce }),
      h(
        ConsentEmbed,
        { rule: 'media', src: `${partner}/film`, title: 'A film', width: 640, height: 360, allowfullscreen: true },
        { default: () => h('a', { href: `${partner}/watch` }, 'Watch the film') },
      ),
    ],
  { props: ['partner', 'nonce'] },
);

const Page = defineComponent<Omit<PageProps, 'snapshot'>>(
  ({ partner, nonce, hasBanner }) => {
    const isMeasured = ref(true);
    const consent = useConsent();
    const host = ref<ShadowHost>();
    onMounted(() => {
      consent.value.watch(shadowOf(host.value!, { partner }));
      consent.value.addSignal(signalOf('app'));
    });
    const isCounted = useConsentOf('analytics');
    const shown = (text: string) => () => h('p', { id: 'gate' }, text);
    const maps = (text: string) => () => h('p', { id: 'vendor' }, text);
    return () => {
      const { state, has, decideAll, withdraw } = consent.value;
      return h('main', [
        h('h1', `Statistics: ${isCounted.value === undefined ? 'unknown' : isCounted.value ? 'on' : 'off'}`),
        h('p', { id: 'all' }, state === null ? 'unknown' : String(has(['analytics', 'media']))),
        h(
          ConsentGate,
          { rule: 'media' },
          { default: shown('open'), pending: shown('pending'), fallback: shown('fallback') },
        ),
        h(
          ConsentGate,
          { rule: 'media', vendor: MAPS },
          { default: maps('open'), pending: maps('pending'), fallback: maps('fallback') },
        ),
        h('p', { id: 'has-vendor' }, String(has('media', MAPS))),
        h('p', { id: 'cleared' }, clearedText(consent.value)),
        h('div', { ref: host, id: 'shadow', hidden: true }),
        isMeasured.value ? h(Measured, { partner, nonce }) : null,
        h('button', { onClick: () => (isMeasured.value = !isMeasured.value) }, 'Another page'),
        h('button', { onClick: () => decideAll(true) }, 'Allow'),
        h('button', { onClick: () => withdraw(['analytics', 'media']) }, 'Withdraw'),
        hasBanner ? h(ConsentBanner) : null,
      ]);
    };
  },
  { props: ['partner', 'nonce', 'hasBanner'] },
);

export function makeApp({ snapshot, ...props }: PageProps): VueApp {
  return createSSRApp(Page, { ...props }).use(createConsent({ snapshot }));
}
