import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { defineElements, policyConsent } from 'policy-engine/client';

defineElements('/policies');
const consent = policyConsent('/policies');

const useConsent = (rule) =>
  useSyncExternalStore(
    consent.onChange,
    () => consent.hasConsent(rule),
    () => false,
  );

function Measured() {
  return (
    <>
      <script type="text/plain" data-consent="analytics" data-src="/tag.js" />
      <policy-embed data-consent="analytics" data-src="/film" title="A film" width="640" height="360">
        <a href="/film">Watch the film</a>
      </policy-embed>
    </>
  );
}

function App() {
  const [isMeasured, setMeasured] = useState(true);
  const isAccepted = useConsent('analytics');
  return (
    <main>
      <h1>Statistics: {isAccepted ? 'on' : 'off'}</h1>
      {isMeasured && <Measured />}
      <button onClick={() => setMeasured(!isMeasured)}>Another page</button>
      <button onClick={() => consent.decide({ analytics: false })}>Withdraw</button>
      <a href="/policies/consent" data-policy-settings>
        Privacy settings
      </a>
    </main>
  );
}

createRoot(document.getElementById('app')).render(<App />);
