/** Parts of the tables of the record. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../../platform/web/index.ts';

/** Two facts in one column: six columns of sentences would be a word wide each. */
export function Whom(props: { view: View; people: string; recipients: string | null }): JSX.Element {
  const { view, people, recipients } = props;
  return (
    <div class="pe-sentence">
      <bdi>{people}</bdi>
      {recipients !== null && (
        <span class="pe-under">
          {view.t('app.label', { label: view.t('data_map.recipients') })} <bdi>{recipients}</bdi>
        </span>
      )}
    </div>
  );
}

/** Information required by law that was not declared is marked as missing, not left empty. */
export function required(view: View, text: string | null): string {
  return text ?? view.t('data_map.not_declared');
}
