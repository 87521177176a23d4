import { plain } from './page/doc.ts';

/** Name of the event on `document` when the consent settings are known, and whenever they change. */
export const CHANGE_EVENT = 'policy-consent-change';

/** Any element of the host with this attribute opens the settings. */
export const OPENER = '[data-policy-settings]';

/** The element of a click, also within shadow trees, that matches; it or one around it. */
export const within = (event: Event, selector: string): HTMLElement | undefined =>
  (event.composedPath() as HTMLElement[]).find((node) => plain(node).matches?.(selector));

/** Whether a click means something else to the browser, such as another tab, or has been taken already. */
export const isSpecial = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented;
