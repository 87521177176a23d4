/** The content of an empty list: why it is empty, and what to do. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Icon } from '../text/icon.tsx';

export function EmptyState(props: { title: string; text: Child; action?: Child }): JSX.Element {
  return (
    <div class="pe-empty">
      <Icon name="empty" size={40} />
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.action !== undefined && <div class="pe-actions">{props.action}</div>}
    </div>
  );
}
