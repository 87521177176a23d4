/** The test page in React. */
import { createElement as h, Fragment, type ReactElement, StrictMode, useEffect, useRef, useState } from 'react';
import {
  ConsentBanner,
  ConsentEmbed,
  ConsentGate,
  ConsentProvider,
  ConsentScript,
  useConsent,
  useConsentOf,
} from 'policy-engine/react';
import { clearedText, MAPS, type PageProps, type ShadowHost, shadowOf, signalOf, VISIT } from './page-props.ts';

function Measured({ partner, nonce }: PageProps): ReactElement {
  const tag = { rule: 'analytics', src: `${partner}/app.js`, nonce };
  return h(
    Fragment,
    null,
    h(ConsentScript, tag),
    h(ConsentScript, tag),
    h(ConsentScript, { rule: 'analytics', code: `(window.ran ??= []).push('inline')`, nonce }),
    h(ConsentScript, { rule: 'analytics', code: VISIT, eachVisit: true, nonce }),
    h(
      ConsentEmbed,
      { rule: 'media', src: `${partner}/film`, title: 'A film', width: 640, height: 360, allowFullScreen: true },
      h('a', { href: `${partner}/watch` }, 'Watch the film'),
    ),
  );
}

function Page(props: PageProps): ReactElement {
  const [isMeasured, setMeasured] = useState(true);
  const consent = useConsent();
  const { state, has, decideAll, withdraw, watch, addSignal } = consent;
  const host = useRef<ShadowHost>(null);
  useEffect(() => watch(shadowOf(host.current!, props)), [watch]);
  useEffect(() => addSignal(signalOf('app')), [addSignal]);
  const isCounted = useConsentOf('analytics');
  const shown = (text: string) => h('p', { id: 'gate' }, text);
  const maps = (text: string) => h('p', { id: 'vendor' }, text);
  return h(
    'main',
    null,
    h('h1', null, `Statistics: ${isCounted === undefined ? 'unknown' : isCounted ? 'on' : 'off'}`),
    h('p', { id: 'all' }, state === null ? 'unknown' : String(has(['analytics', 'media']))),
    h(ConsentGate, { rule: 'media', pending: shown('pending'), fallback: shown('fallback') }, shown('open')),
    h(ConsentGate, { rule: 'media', vendor: MAPS, pending: maps('pending'), fallback: maps('fallback') }, maps('open')),
    h('p', { id: 'has-vendor' }, String(has('media', MAPS))),
    h('p', { id: 'cleared' }, clearedText(consent)),
    h('div', { ref: host, id: 'shadow', hidden: true }),
    isMeasured && h(Measured, props),
    h('button', { onClick: () => setMeasured(!isMeasured) }, 'Another page'),
    h('button', { onClick: () => void decideAll(true) }, 'Allow'),
    h('button', { onClick: () => void withdraw(['analytics', 'media']) }, 'Withdraw'),
  );
}

export function App(props: PageProps): ReactElement {
  return h(
    StrictMode,
    null,
    h(ConsentProvider, { snapshot: props.snapshot }, h(Page, props), props.hasBanner && h(ConsentBanner)),
  );
}
