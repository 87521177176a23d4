import { useState } from 'react';
import {
  ConsentBanner,
  ConsentEmbed,
  ConsentGate,
  ConsentProvider,
  ConsentScript,
  useConsent,
  useConsentOf,
} from 'policy-engine/react';

function Film() {
  return (
    <>
      <ConsentScript rule="analytics" src="/tag.js" />
      <ConsentEmbed rule="analytics" src="/film" title="A film" width={640} height={360}>
        <a href="/film">Watch the film</a>
      </ConsentEmbed>
    </>
  );
}

/** Tags without the components. */
function Plain() {
  return (
    <>
      <script type="text/plain" data-consent="analytics" data-src="/plain.js" />
      <policy-embed data-consent="analytics" data-src="/map" title="A map" width="640" height="360">
        <a href="/map">Read the map</a>
      </policy-embed>
    </>
  );
}

function Shop() {
  const [isFilm, setFilm] = useState(true);
  const { withdraw } = useConsent();
  const isCounted = useConsentOf('analytics');
  return (
    <main>
      <h1>Statistics: {isCounted ? 'on' : 'off'}</h1>
      <ConsentGate rule="analytics" fallback={<p>Nothing is counted.</p>}>
        <p>Visits are counted.</p>
      </ConsentGate>
      {isFilm ? <Film /> : <Plain />}
      <button onClick={() => setFilm(!isFilm)}>Another page</button>
      <button onClick={() => withdraw('analytics')}>Withdraw</button>
      <a href="/policies/consent" data-policy-settings>
        Privacy settings
      </a>
    </main>
  );
}

export function App({ snapshot }) {
  return (
    <ConsentProvider snapshot={snapshot}>
      <Shop />
      <ConsentBanner />
    </ConsentProvider>
  );
}
