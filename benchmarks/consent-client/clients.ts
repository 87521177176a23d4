/** The measured clients: how each is included, how it is told what waits, and how its state is seen. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** States in which a page is opened. */
export const STATES = ['undecided', 'rejected', 'accepted'] as const;
export type State = (typeof STATES)[number];

/** What waits for a purpose. */
export interface Waiting {
  readonly kind: 'script' | 'img' | 'iframe';
  readonly purpose: string;
  /** Code of a script, or the address that the others request. */
  readonly content: string;
}

export interface Client {
  readonly name: string;
  /** Path of its page. */
  readonly path: string;
  /** Whether its page is drawn by the engine's consent context. */
  readonly isDrawn?: boolean;
  /** HTML of the head. */
  readonly head: string;
  /** HTML of an element that waits; undefined if the client has none of this kind. */
  readonly gated: (waiting: Waiting) => string | undefined;
  /** Attributes of the page's own button that opens the settings again. */
  readonly opener: string;
  /** What a person presses. */
  readonly buttons: Readonly<Record<'rejected' | 'accepted', string>>;
  /** Expression in the page: whether somebody is asked. */
  readonly isAsking: string;
  /** Expression in the page: whether the decision is known, by its state. */
  readonly knows: Readonly<Record<'rejected' | 'accepted', string>>;
  /** Code that a page must run after it has added elements that wait; undefined if there is none. */
  readonly rescan?: string;
}

const plainScript = (attributes: string, code: string) => `<script type="text/plain" ${attributes}>${code}</script>`;
const loading = (kind: string, attributes: string, content: string) =>
  kind === 'img'
    ? `<img ${attributes} data-src="${content}" alt="">`
    : `<iframe ${attributes} data-src="${content}" title="Frame"></iframe>`;

const OWN = `globalThis[Symbol.for('policy-engine.consent')]?.['/policies']`;
const SHEET = '<link rel="stylesheet" href="/policies/assets/consent.css">';
const own = {
  gated: ({ kind, purpose, content }: Waiting) => {
    const attributes = `data-consent="${purpose}"`;
    return kind === 'script' ? plainScript(attributes, content) : loading(kind, attributes, content);
  },
  opener: 'data-policy-settings',
  buttons: { rejected: 'button[value=reject]', accepted: 'button[value=accept]' },
  isAsking: `[...document.querySelectorAll('button[value=accept]')].some((one) => one.getClientRects().length > 0)`,
  knows: {
    rejected: `${OWN}?.stateOf('analytics') === 'rejected'`,
    accepted: `${OWN}?.stateOf('analytics') === 'accepted'`,
  },
};

export const CLIENTS: readonly Client[] = [
  {
    ...own,
    name: 'policy-engine, static page',
    path: '/own',
    head: `${SHEET}
<script type="module" src="/policies/assets/consent.js"></script>`,
  },
  { ...own, name: 'policy-engine, page drawn by the server', path: '/drawn', isDrawn: true, head: SHEET },
  {
    name: 'vanilla-cookieconsent',
    path: '/vanilla',
    head: `<link rel="stylesheet" href="/peers/cookieconsent.css">
<script type="module" src="/peers/cookieconsent-config.js"></script>`,
    gated: ({ kind, purpose, content }) =>
      kind === 'script' ? plainScript(`data-category="${purpose}"`, content) : undefined,
    opener: 'data-cc="show-preferencesModal"',
    buttons: { rejected: '[data-role=necessary]', accepted: '[data-role=all]' },
    isAsking: `document.documentElement.classList.contains('show--consent')`,
    knows: {
      rejected: `CookieConsent.validConsent() && !CookieConsent.acceptedCategory('analytics')`,
      accepted: `CookieConsent.validConsent() && CookieConsent.acceptedCategory('analytics')`,
    },
  },
  {
    name: 'Klaro',
    path: '/klaro',
    head: `<script defer src="/peers/klaro-config.js"></script>
<script defer src="/peers/klaro.js"></script>`,
    gated: ({ kind, purpose, content }) => {
      const attributes = `data-name="${purpose}"`;
      return kind === 'script'
        ? plainScript(`data-type="text/javascript" ${attributes}`, content)
        : loading(kind, attributes, content);
    },
    opener: 'onclick="klaro.show()"',
    buttons: { rejected: '.cn-decline', accepted: '.cm-btn-success' },
    isAsking: `document.querySelector('.klaro .cookie-notice:not(.cookie-notice-hidden)') !== null`,
    knows: {
      rejected: `klaro.getManager().confirmed && !klaro.getManager().getConsent('analytics')`,
      accepted: `klaro.getManager().confirmed && klaro.getManager().getConsent('analytics')`,
    },
    rescan: 'klaro.getManager().applyConsents()',
  },
];

const VANILLA = `import * as CookieConsent from './cookieconsent.esm.js';
globalThis.CookieConsent = CookieConsent;
CookieConsent.run({
  // It does nothing in an automated browser otherwise.
  hideFromBots: false,
  categories: { necessary: { enabled: true, readOnly: true }, analytics: {}, media: {} },
  language: {
    default: 'en',
    translations: {
      en: {
        consentModal: {
          title: 'Privacy settings',
          description: 'We use cookies for statistics, and show films and maps of other companies.',
          acceptAllBtn: 'Accept all',
          acceptNecessaryBtn: 'Reject all',
          showPreferencesBtn: 'Choose',
        },
        preferencesModal: {
          title: 'Privacy settings',
          acceptAllBtn: 'Accept all',
          acceptNecessaryBtn: 'Reject all',
          savePreferencesBtn: 'Save',
          closeIconLabel: 'Close',
          sections: [
            { title: 'Statistics', description: 'Counts visits.', linkedCategory: 'analytics' },
            { title: 'Films and maps', description: 'Shows films of other companies.', linkedCategory: 'media' },
          ],
        },
      },
    },
  },
});
`;

const KLARO = `var klaroConfig = {
  version: 1,
  elementID: 'klaro',
  storageMethod: 'cookie',
  acceptAll: true,
  lang: 'en',
  translations: {
    en: {
      analytics: { title: 'Statistics', description: 'Counts visits.' },
      media: { title: 'Films and maps', description: 'Shows films of other companies.' },
      purposes: { analytics: 'Statistics', media: 'Films and maps' },
    },
  },
  services: [
    { name: 'analytics', purposes: ['analytics'] },
    { name: 'media', purposes: ['media'] },
  ],
};
`;

const file = (name: string) => readFileSync(path.join(import.meta.dirname, 'node_modules', name), 'utf8');

/** Files of the peers, as their packages contain them, and their configuration. */
export const peerFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['/peers/cookieconsent.css', file('vanilla-cookieconsent/dist/cookieconsent.css')],
    ['/peers/cookieconsent.esm.js', file('vanilla-cookieconsent/dist/cookieconsent.esm.js')],
    ['/peers/cookieconsent-config.js', VANILLA],
    ['/peers/klaro-config.js', KLARO],
    ['/peers/klaro.js', file('klaro/dist/klaro.js')],
  ]);

/** Versions of the peers that are installed. */
export const peerVersions = (): string =>
  ['vanilla-cookieconsent', 'klaro']
    .map((name) => `${name} ${(JSON.parse(file(`${name}/package.json`)) as { version: string }).version}`)
    .join(', ');
