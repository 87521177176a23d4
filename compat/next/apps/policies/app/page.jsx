import { headers } from 'next/headers';
import { connection } from 'next/server';
import { consentContextOf } from 'policy-engine/next';
import { Suspense } from 'react';
import { engine, homePage } from '../lib/shop.js';

async function Consent() {
  // The engine reads the time, which Next refuses while it prerenders.
  await connection();
  const { text, scripts, banner } = await homePage(consentContextOf(engine, await headers()));
  return (
    <>
      <p>{text}</p>
      <div dangerouslySetInnerHTML={{ __html: scripts + banner }} />
    </>
  );
}

export default function Home() {
  return (
    <main>
      <Suspense>
        <Consent />
      </Suspense>
    </main>
  );
}
