/** A page in two parts: beside each other in a wide window, else one below the other. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/**
 * @param props.main - what the page is about
 * @param props.side - what is known about it: its history, its facts
 * @param props.sideFirst - whether the facts are read first, where the parts are one below the other. Default: false
 */
export function Split(props: { main: Child; side: Child; sideFirst?: boolean }): JSX.Element {
  const main = <div class="pe-split-part">{props.main}</div>;
  const side = <div class="pe-split-part">{props.side}</div>;
  return props.sideFirst === true ? (
    <div class="pe-split pe-split-side-first">
      {side}
      {main}
    </div>
  ) : (
    <div class="pe-split">
      {main}
      {side}
    </div>
  );
}
