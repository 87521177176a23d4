import type { ConsentSnapshot } from 'policy-engine/react';

/** What a page of the tests is drawn with. */
export interface PageProps {
  /** Origin of the other company. */
  readonly partner: string;
  /** Of the page's Content-Security-Policy. */
  readonly nonce: string;
  readonly snapshot: ConsentSnapshot | null;
  /** Whether the app puts the banner into the page. */
  readonly hasBanner: boolean;
}

/** A vendor of the rule `media`, one of two. */
export const MAPS = 'Maps & Co';
