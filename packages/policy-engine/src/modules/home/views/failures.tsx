/** What failed, with a button that tries it again. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Breakable,
  ButtonLink,
  countText,
  Person,
  Reason,
  Table,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import type { Failures } from '../failures.ts';

/** A table for each kind of failure; nothing without any. */
export function FailuresSection({ view, failures }: { view: View; failures: readonly Failures[] }): JSX.Element {
  if (failures.length === 0) return <></>;
  return (
    <section class="pe-stack" aria-labelledby="failures">
      <h2 id="failures">{view.t('home.failures')}</h2>
      {failures.map((one) => (
        <OneKind view={view} failures={one} />
      ))}
    </section>
  );
}

function OneKind({
  view,
  failures: { label, of, total, list, named },
}: {
  view: View;
  failures: Failures;
}): JSX.Element {
  const title = view.text(label);
  return (
    <div class="pe-stack">
      <h3>
        {title} <span class="pe-count">{countText(view, total)}</span>
      </h3>
      <Table
        view={view}
        caption={title}
        rows={named}
        columns={[
          {
            label: view.text(of),
            kind: 'heading',
            cell: ({ what, path }) =>
              path === null ? what(view) : <a href={view.href(path)}>{<Breakable text={what(view)} />}</a>,
          },
          {
            label: view.t('requests.person'),
            priority: 2,
            cell: ({ userId }) => (userId === null ? null : <Person view={view} id={userId} />),
          },
          { label: view.t('jobs.error'), priority: 2, cell: ({ error }) => <Reason view={view} error={error} /> },
          {
            label: view.t('jobs.failed_at'),
            kind: 'fixed',
            priority: 2,
            cell: ({ at }) => <Time view={view} at={new Date(at)} precision="minute" />,
          },
          {
            label: view.t('table.actions'),
            kind: 'actions',
            cell: ({ what, path, mend }) =>
              mend === null ? (
                <ButtonLink
                  small
                  href={view.href(path ?? list)}
                  text={view.t('webhooks.resolve')}
                  name={view.t('text.labelled', { label: view.t('webhooks.resolve'), value: what(view) })}
                />
              ) : (
                <ActionForm
                  small
                  kind="primary"
                  action={view.href(mend.path)}
                  fields={{ from: 'home' }}
                  text={view.text(mend.text)}
                  name={view.t('text.labelled', { label: view.text(mend.text), value: what(view) })}
                />
              ),
          },
        ]}
      />
      {(total.count > named.length || total.isCapped) && (
        <p>
          <a href={view.href(list)}>{view.t('search.all', { count: countText(view, total) })}</a>
        </p>
      )}
    </div>
  );
}
