/** Texts for people: about a verdict, and about an error and what to do about it. */
import type { RendererError, RendererErrorCode } from '../../kernel/errors.ts';
import type { Limit, Verdict } from '../../kernel/verdicts.ts';

/** Whether something is good; shown by colour, shape and word. */
export type Tone = 'neutral' | 'success' | 'warning' | 'danger';

interface VerdictTexts {
  label: string;
  tone: Tone;
  sentence: string;
}

/** A word and a sentence for each verdict. */
export const VERDICT_TEXTS: Readonly<Record<Verdict, VerdictTexts>> = {
  complete: { label: 'Complete', tone: 'success', sentence: 'The page had loaded, and nothing was pending.' },
  settled: {
    label: 'Settled',
    tone: 'success',
    sentence: 'The page had loaded. What is still pending is due later than the renderer waits, or never ends.',
  },
  'ready-signal': {
    label: 'Complete',
    tone: 'success',
    sentence: 'The page signalled that it was ready, or contained the element to wait for.',
  },
  'client-redirect': {
    label: 'Client redirect',
    tone: 'neutral',
    sentence: 'The page navigated to another address by itself. This is the page at that address.',
  },
  redirect: { label: 'Redirect', tone: 'neutral', sentence: 'The address redirects to another one.' },
  'passed-through': {
    label: 'Passed through',
    tone: 'neutral',
    sentence:
      'The address is not that of a page, or that of an AMP page. The client gets the response of its server unchanged.',
  },
  blank: {
    label: 'Blank',
    tone: 'warning',
    sentence: 'The page was complete, but shows neither text nor images, or lacks the element to wait for.',
  },
  budget: {
    label: 'Out of time',
    tone: 'warning',
    sentence: 'The time budget ended before the page was complete. This is what had been rendered by then.',
  },
  ...overTexts({
    bytes: 'loaded more bytes',
    requests: 'made more requests',
    nodes: 'had more nodes',
    workers: 'started more workers',
    popups: 'opened more windows',
    redirects: 'redirected more often',
    navigations: 'navigated to other addresses more often',
  }),
  'over-memory': { label: 'Too much memory', tone: 'danger', sentence: 'The page used more memory than allowed.' },
  'over-size': { label: 'Too large', tone: 'danger', sentence: 'The page had more HTML than allowed.' },
  'over-pixels': {
    label: 'Cut off',
    tone: 'warning',
    sentence: 'The page is longer than a screenshot may be. This is its upper part.',
  },
  crashed: { label: 'Crashed', tone: 'danger', sentence: 'The browser ended while it rendered the page.' },
};

type OverTexts = Record<`over-${Limit}`, VerdictTexts>;

function overTexts(did: Record<Limit, string>): OverTexts {
  const entries = Object.entries(did).map(([limit, what]): [string, VerdictTexts] => [
    `over-${limit}`,
    { label: 'Stopped', tone: 'warning', sentence: `The page ${what} than allowed, and was stopped.` },
  ]);
  return Object.fromEntries(entries) as OverTexts;
}

/** Heading of an error, by its code or its status. */
export function errorTitle({ code, status }: RendererError): string {
  return UNAVAILABLE[code] ?? TITLES[status] ?? 'Something went wrong';
}

/** What is not available, of the errors with status 503. */
const UNAVAILABLE: Partial<Record<RendererErrorCode, string>> = {
  overloaded: 'The renderer is busy',
  partial: 'The page is not complete',
  'browser-unavailable': 'No browser is available',
  'cache-unavailable': 'The cache is not available',
  'warming-unavailable': 'Warming is not available',
  closing: 'The renderer is shutting down',
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'A token is required',
  403: 'This address may not be rendered',
  404: 'Not found',
  405: 'This method is not supported',
  413: 'The request body is too large',
  429: 'Too many requests',
  500: 'Something went wrong in the renderer',
  502: 'The page could not be loaded',
  504: 'The page took too long',
};

/** What a person can do about an error; undefined if the message of the error suffices. */
export function remedyFor(code: RendererErrorCode): string | undefined {
  return REMEDIES[code];
}

const CHECK = 'Check the address for typing errors, and open it in your own browser.';
const AGAIN = 'Try again in a moment.';
const REMEDIES: Partial<Record<RendererErrorCode, string>> = {
  'invalid-url': 'Enter the full address, such as https://example.com/page.',
  'unsupported-scheme': 'Enter an address that begins with https:// or http://.',
  'unknown-host': CHECK,
  'refused-address':
    'Only public addresses are rendered, and those that the operator of this service has listed in allowPrivateNetworks.',
  unauthorized: 'Ask the operator of this service for it. On the home page, the browser asks for it as a password.',
  restricted:
    'The operator of this service controls what is rendered with the options renderOnly and restrictedUrlPattern.',
  'connection-failed': CHECK,
  'tls-failed':
    'Open the address in your own browser; it will most likely show a warning too. The site must renew its certificate.',
  'not-a-page': 'Enter the address of a page, not of an image, a feed or a download.',
  overloaded: AGAIN,
  'browser-unavailable': `${AGAIN} If the error persists, the operator finds the reason in the log.`,
  closing: AGAIN,
  'target-timeout':
    'Open the address in your own browser. If it is slow there too, the problem is at the site. Otherwise the operator can raise the option timeout.',
  'page-crashed':
    'Open the address in your own browser. A page crashes if it uses more memory than is available, or because of a bug in the browser.',
  partial: 'Try again; the page may be faster the second time. The operator can raise the option timeout.',
  'over-budget':
    'Open the address in your own browser. If the page works, the operator can raise the limit that the verdict names.',
  internal: 'Try again. If the error persists, send the operator the request ID.',
};
