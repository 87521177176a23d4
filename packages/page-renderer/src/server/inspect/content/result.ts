import type { CheckedLink } from '../../../crawl/link-check.ts';
import type { Inspected } from './inspected.ts';
import type { Tab } from './tabs.ts';

/** What the page shows of an inspection. */
export interface InspectResult {
  /** With which the other tabs find the same inspection. */
  readonly id: string;
  readonly tab: Tab;
  readonly inspected: Inspected;
  /** Where links lead; null if that was not looked up. */
  readonly checked: readonly CheckedLink[] | null;
  /** Whether links to other origins were looked up, too. */
  readonly external: boolean;
  /** Whether the service answers 503 for a page that exceeded its time budget. */
  readonly refusesPartial: boolean;
}
