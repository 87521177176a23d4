import type { ConsentSnapshot } from 'policy-engine/react';

/** The properties of a test page. */
export interface PageProps {
  /** Origin of the other company. */
  readonly partner: string;
  /** For the page's Content-Security-Policy. */
  readonly nonce: string;
  readonly snapshot: ConsentSnapshot | null;
  /** Whether the app renders the banner. */
  readonly hasBanner: boolean;
}

/** A vendor of the rule `media`, one of two. */
export const MAPS = 'Maps & Co';
