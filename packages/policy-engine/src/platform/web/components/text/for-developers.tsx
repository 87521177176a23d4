/** Names of options for those who configure the engine: the text above it does without them. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../view/view.ts';

/** A small line that names what a developer looks up in the documentation. */
export function ForDevelopers({ view, names }: { view: View; names: readonly string[] }): JSX.Element {
  return (
    <p class="pe-muted pe-small">
      {view.t('app.label', { label: view.t('app.developers') })}
      {names.map((name, index) => (
        <>
          {index === 0 ? ' ' : ', '}
          <code>{name}</code>
        </>
      ))}
    </p>
  );
}
