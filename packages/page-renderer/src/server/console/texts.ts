/** What people are told: about a verdict, and about an error and the way on from it. */
import type { RendererError, RendererErrorCode } from '../../errors.ts';
import type { Limit, Verdict } from '../../render/verdicts.ts';

/** How good something is; told by colour, shape and word. */
export type Tone = 'neutral' | 'success' | 'warning' | 'danger';

interface VerdictTexts {
  label: string;
  tone: Tone;
  sentence: string;
}

/** Each verdict in a word and in a sentence. */
export const VERDICT_TEXTS: Readonly<Record<Verdict, VerdictTexts>> = {
  complete: { label: 'Complete', tone: 'success', sentence: 'The page had loaded and was at rest.' },
  settled: {
    label: 'Settled',
    tone: 'success',
    sentence: 'The page had loaded and was at rest. Something of it comes later, or goes on without an end.',
  },
  'ready-signal': {
    label: 'Complete',
    tone: 'success',
    sentence: 'The page itself said that it was ready, or held the element that was to be waited for.',
  },
  'client-redirect': {
    label: 'Moved on',
    tone: 'neutral',
    sentence: 'The page had led on to another address by itself. This is the page it led to.',
  },
  redirect: { label: 'Redirect', tone: 'neutral', sentence: 'The address redirects to another one.' },
  'passed-through': {
    label: 'Passed through',
    tone: 'neutral',
    sentence: 'The address is that of no page. What its server sends goes to the caller as it is.',
  },
  blank: {
    label: 'Blank',
    tone: 'warning',
    sentence:
      'The page was complete, and shows neither text nor pictures, or not the element that was to be waited for.',
  },
  budget: {
    label: 'Out of time',
    tone: 'warning',
    sentence: 'The time budget ended before the page was at rest. This is what was there by then.',
  },
  ...overTexts({
    bytes: 'loaded more bytes',
    requests: 'made more requests',
    nodes: 'had more nodes',
    workers: 'started more workers',
    popups: 'opened more windows',
    redirects: 'redirected more often',
    navigations: 'went on to other addresses more often',
  }),
  'over-memory': { label: 'Too much memory', tone: 'danger', sentence: 'The page took more memory than a page may.' },
  'over-size': { label: 'Too large', tone: 'danger', sentence: 'The page had more HTML than is taken.' },
  'over-pixels': {
    label: 'Cut off',
    tone: 'warning',
    sentence: 'The page is longer than a picture may be. This is its beginning.',
  },
  crashed: { label: 'Crashed', tone: 'danger', sentence: 'The browser went away while it rendered the page.' },
};

type OverTexts = Record<`over-${Limit}`, VerdictTexts>;

function overTexts(did: Record<Limit, string>): OverTexts {
  const entries = Object.entries(did).map(([limit, what]): [string, VerdictTexts] => [
    `over-${limit}`,
    { label: 'Stopped', tone: 'warning', sentence: `The page ${what} than a page may, and was stopped there.` },
  ]);
  return Object.fromEntries(entries) as OverTexts;
}

/** Heading of an error, by its status. */
export function errorTitle({ status }: RendererError): string {
  return TITLES[status] ?? 'Something went wrong';
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'This request can’t be answered',
  401: 'A token is needed here',
  403: 'This address may not be rendered',
  404: 'There is nothing here',
  405: 'This method is not supported',
  413: 'The body is too large',
  429: 'Too many requests',
  500: 'Something went wrong in the renderer',
  502: 'The page could not be loaded',
  503: 'The renderer is busy',
  504: 'The page took too long',
};

/** What someone who met an error can do about it; undefined where the error says it all. */
export function remedyFor(code: RendererErrorCode): string | undefined {
  return REMEDIES[code];
}

const CHECK = 'Check the address for a slip, and open it in your own browser.';
const AGAIN = 'Try again in a moment.';
const REMEDIES: Partial<Record<RendererErrorCode, string>> = {
  'invalid-url': 'Paste the whole address as your browser shows it, such as https://example.com/page.',
  'unsupported-scheme': 'Paste an address that begins with https:// or http://.',
  'unknown-host': CHECK,
  'refused-address': 'Only what the public internet can see is rendered, and what the operator of this service lists.',
  unauthorized: 'The operator of this service has it. On the home page, the browser asks for it as a password.',
  restricted:
    'The operator of this service decides what is rendered, with the options renderOnly and restrictedUrlPattern.',
  'connection-failed': CHECK,
  'tls-failed':
    'Open the address in your own browser; it will most likely warn you too. The site has to renew its certificate.',
  'not-a-page': 'Paste the address of a page, not of a picture, a feed or a download.',
  overloaded: AGAIN,
  'browser-unavailable': `${AGAIN} If it stays like this, the operator finds the reason in the log.`,
  closing: AGAIN,
  'target-timeout':
    'Open the address in your own browser. If it is slow there too, the site is; else the operator can raise the option timeout.',
  'page-crashed':
    'Open the address in your own browser. A page that crashes takes more memory than there is, or has met a fault of the browser’s.',
  partial: 'Try again; the page may be faster the second time. The operator can raise the option timeout.',
  'over-budget':
    'Open the address in your own browser. If the page is sound, the operator can raise the option that the verdict names.',
  internal: 'Try again. If it stays like this, tell the operator the number of the request.',
};
