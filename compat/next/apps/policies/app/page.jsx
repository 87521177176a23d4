import { headers } from 'next/headers';
import { consentContextOf } from 'policy-engine/next';
import { engine, homePage } from '../lib/shop.js';

export default async function Home() {
  const { text, scripts, banner } = await homePage(consentContextOf(engine, await headers()));
  return (
    <main>
      <p>{text}</p>
      <div dangerouslySetInnerHTML={{ __html: scripts + banner }} />
    </main>
  );
}
