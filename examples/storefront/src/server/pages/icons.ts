import { html, type Html } from './html.ts';

const ICONS = {
  bag: 'M6 8h12l1 12H5L6 8Zm3 0V6.5a3 3 0 0 1 6 0V8',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.4v.1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
} as const;

/** A line drawing of 20 px; decorative, as the text next to it says the same. */
export const icon = (name: keyof typeof ICONS): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d="${ICONS[name]}" />
  </svg>`;
