/** A page in two parts: beside each other in a wide window, else one below the other. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/**
 * @param props.main - what the page is about
 * @param props.side - what is known about it: its history, its facts
 */
export function Split({ main, side }: { main: Child; side: Child }): JSX.Element {
  return (
    <div class="pe-split">
      <div class="pe-split-part">{main}</div>
      <div class="pe-split-part">{side}</div>
    </div>
  );
}
