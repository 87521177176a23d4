/** The test page in React. */
import { createElement as h, Fragment, type ReactElement, StrictMode, useState } from 'react';
import {
  ConsentBanner,
  ConsentEmbed,
  ConsentGate,
  ConsentProvider,
  ConsentScript,
  useConsent,
  useConsentOf,
} from 'policy-engine/react';
import { MAPS, type PageProps } from './page-props.ts';

function Measured({ partner, nonce }: PageProps): ReactElement {
  const tag = { rule: 'analytics', src: `${partner}/app.js`, nonce };
  return h(
    Fragment,
    null,
    h(ConsentScript, tag),
    h(ConsentScript, tag),
    h(ConsentScript, { rule: 'analytics', code: `(window.ran ??= []).push('inline')`, nonce }),
    h(
      ConsentEmbed,
      { rule: 'media', src: `${partner}/film`, title: 'A film', width: 640, height: 360, allowFullScreen: true },
      h('a', { href: `${partner}/watch` }, 'Watch the film'),
    ),
  );
}

function Page(props: PageProps): ReactElement {
  const [isMeasured, setMeasured] = useState(true);
  const { state, has, decideAll, withdraw } = useConsent();
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
