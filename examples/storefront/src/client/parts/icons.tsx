import type { VNode } from 'preact';

const PATHS = {
  bag: 'M6 8h12l1 12H5L6 8Zm3 0V6.5a3 3 0 0 1 6 0V8',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  cross: 'm6 6 12 12M18 6 6 18',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.4v.1',
  truck:
    'M2.5 6.5h11v10h-11zm11 3.5h4l3.5 3.5v3h-7.5zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  back: 'M4 9h10a5 5 0 0 1 0 10h-3M8 5 4 9l4 4',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 15-14 14Zm0 0c2-5 5-7.5 9-9',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing of 20 px; decorative, as the text next to it says the same. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The shop's logo: a low sun over a horizon. */
export function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <path class="mark-sun" d="M6 20a10 10 0 0 1 20 0Z" />
      <path class="mark-line" d="M3 20h26M8 24.5h16M13 29h6" />
    </svg>
  );
}
