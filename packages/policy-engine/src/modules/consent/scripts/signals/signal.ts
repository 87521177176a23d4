/** A way in which the tags of a company are told what was accepted; each has a file of its own in this folder. */
import type { ConsentModeOptions, ConsentType } from '../consent-mode.ts';

/** What was granted, as JavaScript that a page evaluates. */
export interface Told {
  /** Expression of an object with the granted types: `{"ad_storage":"granted"}`. */
  readonly granted: string;
  /** Expression of `"granted"` or `"denied"`. */
  readonly state: (type: ConsentType) => string;
}

/** The statements of an inline script; each ends with a semicolon. */
export interface Signal {
  /**
   * Creates the queue that the tag reads later, and denies everything.
   *
   * @param types those that scripts of the site use
   */
  defaults(types: readonly ConsentType[], options: Required<ConsentModeOptions>): string;
  /** Tells what was granted. */
  update(told: Told, options: Required<ConsentModeOptions>): string;
}

/** A call of JavaScript with JSON as its parameters. */
export function call(name: string, ...parameters: readonly unknown[]): string {
  return `${name}(${parameters.map((parameter) => JSON.stringify(parameter)).join(',')});`;
}
