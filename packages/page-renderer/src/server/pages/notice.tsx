/** A highlighted sentence, and a badge with a state. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../kernel/errors.ts';
import { Icon } from './icon.tsx';
import type { Tone } from './texts.ts';
import { errorTitle, remedyFor } from './texts.ts';

/** A badge that names a state; besides its colour, its shape differs, too. */
export function Badge({ tone, children }: { tone: Tone; children: Child }): JSX.Element {
  return <span class={`badge tone-${tone}`}>{children}</span>;
}

/** A box with an icon. `alert` is for an error that has just occurred. */
export function Notice(props: { tone: Tone; id?: string; alert?: boolean; children: Child }): JSX.Element {
  const { tone, id, alert, children } = props;
  return (
    <div id={id} class={`notice tone-${tone}`} role={alert ? 'alert' : undefined}>
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}

/** An error, and what to do about it. */
export function ErrorNotice({ error, id }: { error: RendererError; id?: string }): JSX.Element {
  const way = remedyFor(error.code);
  return (
    <Notice tone="danger" alert={true} {...(id !== undefined && { id })}>
      <p>
        <strong>{errorTitle(error)}.</strong> <span dir="auto">{ended(error.shown)}</span>
      </p>
      {way !== undefined && <p>{way}</p>}
    </Notice>
  );
}

/** Turns a message, which is a clause for a log or a JSON field, into a sentence. */
export function ended(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
