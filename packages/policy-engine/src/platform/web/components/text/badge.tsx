/** A state in one or two words; shape and word convey it, colour only helps. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Tone } from '../page/notice.tsx';

export function Badge({ tone = 'neutral', text }: { tone?: Tone; text: string }): JSX.Element {
  return <span class={`pe-badge pe-tone-${tone}`}>{text}</span>;
}
