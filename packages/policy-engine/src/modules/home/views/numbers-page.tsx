/** What each number of the panel counts. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { countText, listPath, type Page, PageHeader, Table, type View } from '../../../platform/web/index.ts';
import type { PanelNumber } from '../numbers.ts';

/** The numbers of each policy, then the others. */
export function numbersPage(view: View, numbers: readonly PanelNumber[]): Page {
  const title = view.t('numbers.title');
  const policies = [...new Set(numbers.flatMap(({ rule }) => (rule === null ? [] : [rule])))];
  const content = (
    <>
      <PageHeader title={title} lead={view.t('numbers.lead')} />
      {policies.map((policy) => {
        const own = numbers.filter(({ rule }) => rule === policy);
        const version = own[0]?.version ?? 0;
        const heading = view.t('text.labelled', {
          label: policy.label(view.locale),
          value: view.t('terms.version', { version }),
        });
        return <Section view={view} heading={heading} numbers={own} />;
      })}
      <Section view={view} heading={view.t('numbers.others')} numbers={numbers.filter(({ rule }) => rule === null)} />
    </>
  );
  return { title, content };
}

function Section(props: { view: View; heading: string; numbers: readonly PanelNumber[] }): JSX.Element {
  const { view, heading, numbers } = props;
  return (
    <section class="pe-stack">
      <h2>
        <bdi>{heading}</bdi>
      </h2>
      <Table
        view={view}
        caption={heading}
        rows={numbers}
        columns={[
          { label: view.t('numbers.what'), kind: 'heading', cell: ({ label }) => view.text(label) },
          {
            label: view.t('numbers.count'),
            kind: 'number',
            cell: (one) => (
              <a
                href={view.href(listPath(one.list.path, one.list.query))}
                aria-label={view.t('text.labelled', { label: view.text(one.label), value: countText(view, one) })}
              >
                {countText(view, one)}
              </a>
            ),
          },
          { label: view.t('numbers.meaning'), cell: ({ definition }) => view.text(definition) },
        ]}
      />
    </section>
  );
}
