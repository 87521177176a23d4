import { headers } from 'next/headers';
import { connection } from 'next/server';
import { consentContextOf } from 'policy-engine/next';
import { ConsentBanner, ConsentEmbed, ConsentGate, ConsentProvider, ConsentScript } from 'policy-engine/react';
import { Suspense } from 'react';
import { engine } from '../../lib/shop.js';

async function Consent() {
  await connection();
  const snapshot = await consentContextOf(engine, await headers()).consentSnapshot();
  return (
    <ConsentProvider snapshot={snapshot}>
      <link rel="stylesheet" href="/shop/policies/assets/consent.css" precedence="default" />
      <ConsentGate rule="cookie" fallback={<p>Nobody counts you.</p>}>
        <p>You are counted.</p>
      </ConsentGate>
      <ConsentScript rule="cookie" code="window.components = (window.components ?? 0) + 1" />
      <ConsentEmbed rule="cookie" src="/shop" title="Cookies" width={640} height={360}>
        <a href="/shop/policies/cookies">Cookies</a>
      </ConsentEmbed>
      <ConsentBanner />
    </ConsentProvider>
  );
}

export default function Components() {
  return (
    <Suspense>
      <Consent />
    </Suspense>
  );
}
