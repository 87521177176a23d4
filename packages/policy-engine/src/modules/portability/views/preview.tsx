/** What the copy for a request would contain, as a table. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Notice, Table, type View } from '../../../platform/web/index.ts';
import type { CopyPreview } from '../preview.ts';

interface Line {
  readonly label: string;
  readonly rows: string;
  readonly files: string | null;
  readonly error: string | null;
}

const OWN = ['consents', 'decisions', 'texts', 'requests'] as const;

/** @param props.preview null if the host no longer knows the person */
export function Preview({ view, preview }: { view: View; preview: CopyPreview | null }): JSX.Element {
  const title = view.t('portability.preview.title');
  return (
    <section class="pe-stack" aria-labelledby="preview">
      <h2 id="preview">{title}</h2>
      {preview === null && <Notice view={view} tone="warning" text={view.t('portability.preview.gone')} />}
      {preview !== null && preview.error !== null && (
        <Notice view={view} tone="danger">
          {view.t('portability.preview.failed')}
          <br />
          <code>{preview.error}</code>
        </Notice>
      )}
      {preview !== null && preview.error === null && <Lines view={view} title={title} preview={preview} />}
    </section>
  );
}

function Lines({ view, title, preview }: { view: View; title: string; preview: CopyPreview }): JSX.Element {
  return (
    <>
      <p class="pe-muted">{view.t('portability.preview.lead')}</p>
      <Table
        view={view}
        caption={title}
        rows={linesOf(view, preview)}
        columns={[
          {
            label: view.t('portability.preview.data'),
            kind: 'heading',
            cell: ({ label, error }) => (
              <>
                {label}
                {error !== null && <code class="pe-under">{error}</code>}
              </>
            ),
          },
          { label: view.t('portability.preview.rows'), kind: 'number', cell: ({ rows }) => rows },
          { label: view.t('portability.preview.files'), kind: 'number', cell: ({ files }) => files },
        ]}
      />
    </>
  );
}

function linesOf(view: View, { rules, own }: CopyPreview): Line[] {
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const uncounted = view.t('portability.preview.uncounted');
  const ofRules = rules.map(({ label, kind, rows, files, error }): Line => {
    const ofAll = (count: number) =>
      count === 0 ? number(0) : view.t('portability.preview.most', { count: number(count) });
    return {
      label: label(view.locale),
      rows:
        rows === null
          ? kind === 'member'
            ? view.t('portability.preview.most', { count: number(1) })
            : uncounted
          : number(rows),
      files: files === 0 ? null : kind === 'member' ? ofAll(files) : rows === null ? uncounted : ofAll(rows * files),
      error,
    };
  });
  const ofEngine = OWN.filter((part) => own !== null && own[part] > 0).map((part): Line => {
    return {
      label: view.t(`portability.preview.own.${part}`),
      rows: number(own?.[part] ?? 0),
      files: null,
      error: null,
    };
  });
  return [...ofRules, ...ofEngine];
}
