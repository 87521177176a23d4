/** Undoes the deletion that a notice tells of: the script of the panel removes the button after ten seconds. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../view/view.ts';
import { Button } from '../button.tsx';

/** Path that undoes, below the mount path. */
export const UNDO = '/undo';

/** @param props.about what the notice is about; nothing is shown for anything but a deletion */
export function UndoButton({ view, about }: { view: View; about: string | null }): JSX.Element {
  const [, id] = /^undo:([0-9a-f-]{36})$/.exec(about ?? '') ?? [];
  if (id === undefined) return <></>;
  return (
    <form class="pe-undo" method="post" action={view.href(`${UNDO}/${id}`)} data-undo="">
      <Button small text={view.t('app.undo')} />
    </form>
  );
}
