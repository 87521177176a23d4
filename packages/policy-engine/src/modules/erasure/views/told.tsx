/** Which recipients of a person's data were told of the erasure (GDPR Art. 19); for administrators. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, Notice, Table, Time, type Tone, type View } from '../../../platform/web/index.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { ToldWebhook } from '../plan/receipt.ts';

/** A webhook that the erasure is reported to, and whether it arrived. */
export interface ToldShown extends ToldWebhook {
  /** Null once the record of the delivery was deleted. */
  readonly state: 'waiting' | 'delivered' | 'failed' | 'resolved' | 'gone' | null;
  /** When it was delivered or abandoned. */
  readonly at: TimeText | null;
}

const TONES: Readonly<Record<NonNullable<ToldShown['state']>, Tone>> = {
  resolved: 'info',
  waiting: 'info',
  delivered: 'success',
  failed: 'danger',
  gone: 'warning',
};

export function Told({ view, told }: { view: View; told: readonly ToldShown[] }): JSX.Element {
  const title = view.t('erasure.told.title');
  return (
    <section class="pe-stack" aria-labelledby="told">
      <h2 id="told">{title}</h2>
      {told.length === 0 ? (
        <Notice view={view} tone="warning" text={view.t('erasure.told.none')} />
      ) : (
        <>
          <p>{view.t('erasure.told.some')}</p>
          <ToldTable view={view} caption={title} told={told} />
        </>
      )}
    </section>
  );
}

function ToldTable(props: { view: View; caption: string; told: readonly ToldShown[] }): JSX.Element {
  const { view, caption, told } = props;
  return (
    <Table
      view={view}
      caption={caption}
      rows={told}
      columns={[
        {
          label: view.t('webhooks.webhook'),
          kind: 'heading',
          cell: ({ delivery, webhook, state }) =>
            state === null ? webhook : <a href={view.href(`/webhooks/${delivery}`)}>{webhook}</a>,
        },
        {
          label: view.t('webhooks.state'),
          cell: ({ state }) =>
            state === null ? (
              view.t('erasure.told.unknown')
            ) : (
              <Badge tone={TONES[state]} text={view.t(`webhooks.state.${state}`)} />
            ),
        },
        {
          label: view.t('erasure.told.at'),
          kind: 'fixed',
          cell: ({ at }) => (at === null ? null : <Time view={view} at={new Date(at)} precision="minute" />),
        },
      ]}
    />
  );
}
