/** The icons: inline, in the colour of the text, hidden from screen readers. */
import type { JSX } from 'hono/jsx/jsx-runtime';

const PATHS = {
  renderer: 'M3.5 5.5h17v13h-17zM3.5 9.5h17M7 7.5h.01M10 7.5h.01M9 12.5l-2 2 2 2M15 12.5l2 2-2 2',
  success: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4-9 2.8 2.8L16 9.5',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.7h.01',
  danger: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V13m0 3h.01',
  neutral: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-9.5V16m0-8h.01',
} as const;

/** Name of an icon; the icon of a tone has the name of the tone. */
export type IconName = keyof typeof PATHS;

/** One icon, `size` pixels wide and high. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }): JSX.Element {
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
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
