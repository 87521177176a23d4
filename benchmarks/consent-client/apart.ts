/** What our client does at the start and a peer does not: pages in which a part of it has no effect show what it costs. */

export interface Apart {
  /** Path of the page. */
  readonly path: string;
  /** What has no effect in it. */
  readonly without: string;
  /** Code that runs before the client. */
  readonly code: string;
}

const ASKING = 'fetch = () => new Promise(() => {});';
const WATCHING = 'MutationObserver = class { observe() {} disconnect() {} takeRecords() { return []; } };';
const TABS = `BroadcastChannel = undefined; Object.defineProperty(window, 'cookieStore', { value: undefined });`;

export const APART: readonly Apart[] = [
  { path: '/apart-nothing', without: 'nothing', code: '0;' },
  { path: '/apart-asking', without: 'asking the engine for the state', code: ASKING },
  { path: '/apart-watching', without: 'watching the page', code: WATCHING },
  { path: '/apart-tabs', without: 'hearing of other tabs', code: TABS },
  { path: '/apart-all', without: 'all three: what a peer does, too', code: ASKING + WATCHING + TABS },
];
