/** What people are told: of what is pending, of headers, and of how much is shown of a target's own words. */
import type { PendingKind } from '../../render/pending.ts';
import type { Refusal } from '../../renewal/inputs.ts';
import type { RouteState } from '../../renewal/routes.ts';
import type { HeaderReason } from '../answers/page-headers.ts';

/** Characters that are told of a text of the target's. */
export const MAX_TEXT = 500;
/** Items that are told of a list that a target can make longer. */
export const MAX_ITEMS = 100;

/** A text of the target's, no longer than is told. */
export function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** Each kind of what may be pending, in a word and in a sentence. */
export const PENDING_TEXTS: Readonly<Record<PendingKind, { label: string; sentence: string }>> = {
  timer: { label: 'Timer', sentence: 'Set by a script, and due later than is waited for.' },
  interval: { label: 'Interval', sentence: 'Runs again and again, and is due later than is waited for.' },
  'animation-frame': { label: 'Animation frame', sentence: 'A script draws again and again.' },
  'idle-callback': { label: 'Idle callback', sentence: 'A script asks again and again for idle time.' },
  animation: { label: 'Animation', sentence: 'A transition or animation ends later than is waited for.' },
  work: {
    label: 'Work',
    sentence: 'The browser stores, computes or decodes something, for longer than is waited for.',
  },
  socket: { label: 'WebSocket', sentence: 'Open, so that more may come over it.' },
  'event-source': { label: 'Event source', sentence: 'Open, so that more events may come.' },
  stream: { label: 'Stream', sentence: 'An answer that has begun, and goes on for longer than is waited for.' },
  refresh: {
    label: 'Refresh',
    sentence: 'The page goes on to another address later than is waited for, or loads itself again and again.',
  },
  frame: {
    label: 'Frame',
    sentence: 'The page has so many frames that this one is not asked what it waits for.',
  },
  'below-fold': {
    label: 'Below the window',
    sentence: 'The page is longer than is looked at, and may load more there.',
  },
  request: {
    label: 'Request',
    sentence: 'It had no answer when the time ended, or had none in an earlier render of this site.',
  },
  load: { label: 'Load', sentence: 'A document, or a picture, style sheet or script of it, was still loading.' },
  busy: { label: 'Busy', sentence: 'A part of the page was computing without a pause.' },
  selector: {
    label: 'Selector',
    sentence: 'No element matched waitForSelector, and nothing else was to come that could have brought one.',
  },
  'ready-signal': {
    label: 'Ready signal',
    sentence: 'The page has set window.prerenderReady to false, and did not set it to true.',
  },
};

/** Why a header is passed on or dropped. */
export const HEADER_TEXTS: Readonly<Record<HeaderReason, string>> = {
  'for-crawlers': 'Crawlers act on it.',
  added: 'The option pageHeaders lets it through.',
  'not-listed': 'Not among those that concern crawlers; the renderer sends its own, or none.',
  fetches: 'It has something fetched before the page is looked at.',
  'not-absolute': 'A Location must be a whole http or https address.',
  malformed: 'It has no name, or a value that a header can’t hold.',
  'too-many': 'More headers than are looked at.',
  'set-by-page': 'A meta of the page sets it.',
  'said-before': 'An answer has only one of it, and there was one before.',
};

/** Why a result can't be renewed without a render. */
export const REFUSAL_TEXTS: Readonly<Record<Refusal, string>> = {
  verdict: 'Only a result that is complete can be renewed without a render.',
  method: 'The page sends something, so that what it gets can’t be asked for again.',
  socket: 'The page gets something over a socket or as a stream of events.',
  'shared-worker': 'The page has a worker that several pages share.',
  'no-validator': 'An answer has neither an ETag nor a usable Last-Modified to ask with.',
  personal: 'Cookies or credentials have to do with an answer, and it is not marked as public.',
  clock: 'The page asks for an address with the present day or moment in it.',
  vary: 'An answer says that it varies by anything (Vary: *).',
  failed: 'A request had no whole answer.',
  changed: 'The page asked for something twice, and it changed in between.',
  unknown: 'It is not known how something was asked for.',
  'too-many': 'The page is made of more than is remembered.',
};

/** What becomes of a result that could be renewed, by what is known of pages like it. */
export const ROUTE_TEXTS: Readonly<Record<RouteState, string>> = {
  unknown: 'Pages like it are rendered until one was seen to come out the same.',
  steady: 'Once expired it is renewed without a render, as long as nothing that it is made of has changed.',
  varying: 'Pages like it came out otherwise although nothing had changed that they are made of; they are rendered.',
};
