/** Texts for people: what is pending, headers, and how much of a target's own texts is shown. */
import type { PendingKind } from '../../../render/pending/pending.ts';
import type { Refusal } from '../../../renewal/inputs.ts';
import type { RouteState } from '../../../cache/renewals/routes.ts';
import type { StepWay } from '../../../render/trace/steps.ts';
import type { HeaderReason } from '../../../headers/page.ts';

/** Maximum number of characters of a text of the target. */
export const MAX_TEXT = 500;
/** Maximum number of items of a list whose length the target determines. */
export const MAX_ITEMS = 100;

/** A text of the target, not longer than allowed. */
export function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** A label and a sentence for each kind of pending work. */
export const PENDING_TEXTS: Readonly<Record<PendingKind, { label: string; sentence: string }>> = {
  timer: { label: 'Timer', sentence: 'A script has set it, and it is due later than the renderer waits.' },
  interval: { label: 'Interval', sentence: 'It repeats, and is due later than the renderer waits.' },
  'animation-frame': { label: 'Animation frame', sentence: 'A script draws continuously.' },
  'idle-callback': { label: 'Idle callback', sentence: 'A script requests idle callbacks continuously.' },
  animation: { label: 'Animation', sentence: 'A transition or animation ends later than the renderer waits.' },
  work: {
    label: 'Work',
    sentence: 'The browser stores, computes or decodes something for longer than the renderer waits.',
  },
  'service-worker': {
    label: 'Service worker',
    sentence: 'Its script has not arrived, or it is not installed and active after 5 s.',
  },
  socket: { label: 'WebSocket', sentence: 'It is open, so more messages may arrive.' },
  'event-source': { label: 'Event source', sentence: 'It is open, so more events may arrive.' },
  stream: { label: 'Stream', sentence: 'A response that has begun and takes longer than the renderer waits.' },
  refresh: {
    label: 'Refresh',
    sentence: 'The page navigates to another address later than the renderer waits, or reloads itself repeatedly.',
  },
  frame: {
    label: 'Frame',
    sentence: 'The page has too many frames; this one is not checked for pending work.',
  },
  'below-fold': {
    label: 'Below the fold',
    sentence:
      'The page is longer than the renderer scrolls, and may load more there; or a part with a scroll bar holds only the rows in view.',
  },
  scrolled: {
    label: 'Scrolled',
    sentence:
      'A part of the page did not return to where it was before the renderer scrolled, so other content may be shown.',
  },
  blocked: {
    label: 'Blocked',
    sentence: 'The option blockResources withholds resources of its type, so the page may show something else instead.',
  },
  unanswered: {
    label: 'Unanswered',
    sentence:
      'A request had no response after 4 s, and nothing else was pending. The result is kept for minutes only; the next render waits for the response.',
  },
  request: {
    label: 'Request',
    sentence: 'It had no response when the time budget ended, or had none in an earlier render of this site.',
  },
  load: { label: 'Load', sentence: 'A document, or one of its images, style sheets or scripts, was still loading.' },
  busy: { label: 'Busy', sentence: 'A script of the page was running without a pause, or its tasks had not all run.' },
  selector: {
    label: 'Selector',
    sentence: 'No element matched waitForSelector, and nothing was pending that could have added one.',
  },
  'ready-signal': {
    label: 'Ready signal',
    sentence: 'The page set window.prerenderReady to false and did not set it to true.',
  },
};

/** How a page came to an address, said after the status or in place of it. */
export const WAY_TEXTS: Readonly<Record<StepWay, string>> = {
  request: 'requested',
  redirect: 'redirect of the server',
  'meta-refresh': '<meta http-equiv="refresh">',
  'header-refresh': 'Refresh header',
  form: 'form sent by a script',
  link: 'link followed by a script',
  reload: 'reloaded by a script',
  script: 'opened by a script',
  history: 'address changed by a script, same document',
  fragment: 'fragment changed by a script, same document',
};

/** The sentence for pending work that only repeats. @param addresses those that are requested */
export function idleSentence(addresses: readonly string[]): string {
  const from = addresses.length > 0 ? ` (${addresses.slice(0, 3).map(cut).join(', ')})` : '';
  return `It ran at least three times${from} without changing what is read of the page, so it was not waited for.`;
}

/** Why a header is passed on or dropped. */
export const HEADER_TEXTS: Readonly<Record<HeaderReason, string>> = {
  'for-crawlers': 'Crawlers use it.',
  added: 'The option pageHeaders allows it.',
  'not-listed': 'Crawlers do not use it; the renderer sends its own or none.',
  fetches: 'It makes clients fetch a resource.',
  'not-absolute': 'A Location must be an absolute http or https address.',
  'no-redirect': 'A Location needs the status of a redirect, such as 301.',
  malformed: 'It has no name, or a value that is not allowed in a header.',
  'too-many': 'There are more headers than are checked.',
  'set-by-page': 'A meta tag of the page sets it.',
  'said-before': 'Only one is allowed in a response, and there was one before.',
};

/** Why a result cannot be renewed without a render. */
export const REFUSAL_TEXTS: Readonly<Record<Refusal, string>> = {
  verdict: 'Only a result that is complete can be renewed without a render.',
  method: 'The page sends data (POST or another method), so the request cannot be repeated.',
  socket: 'The page receives data over a WebSocket or an event source.',
  'shared-worker': 'The page uses a shared worker.',
  'no-validator': 'A response has neither an ETag nor a usable Last-Modified.',
  personal: 'A response depends on cookies or credentials, and is not marked as public.',
  clock: 'The page requests an address that contains the current date or time.',
  vary: 'A response may vary by anything (Vary: *).',
  failed: 'A request had no complete response.',
  changed: 'The page requested a resource twice, and it changed in between.',
  unknown: 'The browser does not report how a resource was requested.',
  'too-many': 'The page is made of more resources than are stored.',
};

/** What happens to a result that could be renewed, depending on what is known about similar pages. */
export const ROUTE_TEXTS: Readonly<Record<RouteState, string>> = {
  unknown: 'Similar pages are rendered again until a second render has given the same result.',
  steady: 'When it has expired, it is renewed without a render if none of its resources has changed.',
  varying:
    'Similar pages gave another result although none of their resources had changed, so they are rendered again.',
};

/** What is made of what an origin says against caching. */
export const ORIGIN_TEXTS: Readonly<Record<'honoured' | 'ignored' | 'in-key', string>> = {
  honoured: 'The result is neither cached nor shared with other requests.',
  ignored: 'A rule of originRules ignores it.',
  'in-key': 'It makes no difference: the cache key says which value the header has.',
};
