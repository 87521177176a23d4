import type { VNode } from 'preact';

const PATHS = {
  bag: 'M6 8h12l1 12H5L6 8Zm3 0V6.5a3 3 0 0 1 6 0V8',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  cross: 'm6 6 12 12M18 6 6 18',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.4v.1',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
} as const;

/** A line drawing of 20 px; decorative, as the text next to it says the same. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
