import { consentContextOf } from 'policy-engine/react-router';
import { engine, homePage } from '../../lib/shop.js';

export const loader = ({ request }) => homePage(consentContextOf(engine, request));

export default function Home({ loaderData: { text, scripts, banner } }) {
  return (
    <main>
      <p>{text}</p>
      <div dangerouslySetInnerHTML={{ __html: scripts + banner }} />
    </main>
  );
}
