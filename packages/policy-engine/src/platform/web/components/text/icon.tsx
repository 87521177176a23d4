/** The icons: inline, in the text's colour, hidden from screen readers. */
import type { JSX } from 'hono/jsx/jsx-runtime';

const PATHS = {
  shield: 'M12 3 5 5.8v5.4c0 4.4 2.9 8.3 7 9.8 4.1-1.5 7-5.4 7-9.8V5.8L12 3Zm-3.2 9 2.3 2.3 4.3-4.6',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-9.5V16m0-8h.01',
  success: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4-9 2.8 2.8L16 9.5',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.7h.01',
  danger: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V13m0 3h.01',
  neutral: 'M4 7h16M4 12h16M4 17h10',
  empty: 'M4 13.5 6.5 5h11l2.5 8.5V19H4v-5.5Zm0 0h4.5l1.2 2.3h4.6l1.2-2.3H20',
  back: 'm14 6-6 6 6 6',
  forward: 'm10 6 6 6-6 6',
  first: 'm17 6-6 6 6 6M7 6v12',
  last: 'm7 6 6 6-6 6M17 6v12',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons with a direction, which are mirrored in a right-to-left page. */
const TURNING: ReadonlySet<IconName> = new Set(['back', 'forward', 'first', 'last']);

/** @param props.size - pixels, default 20 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }): JSX.Element {
  const turns = TURNING.has(name);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
      class={turns ? 'pe-flip' : undefined}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
