/** Actions on several requests: the confirmation, and the results. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Badge,
  Breakable,
  Button,
  ButtonLink,
  EmptyState,
  type FieldError,
  Form,
  Notice,
  type Page,
  PageHeader,
  Table,
  TextArea,
  type View,
} from '../../../platform/web/index.ts';
import { BULK, REQUESTS } from '../routes/paths.ts';
import type { BulkOutcome } from '../register/bulk.ts';
import type { Template } from '../templates/template.ts';
import type { BulkAct } from './kind-pages.ts';
import { allows, requestColumns, type RequestListRow } from './list-page.tsx';
import { ToldBy } from './parts.tsx';

/** The data of the confirmation. */
export interface BulkQuestion {
  readonly act: BulkAct;
  readonly rows: readonly RequestListRow[];
  /** Templates, in the administrator's language. */
  readonly templates: readonly Template[];
  /** Whether people get the reason by mail. */
  readonly canMail: boolean;
  readonly reason?: string;
  readonly errors?: readonly FieldError[];
}

/** Lists every request, those first that the action applies to. */
export function bulkPage(view: View, { act, rows, templates, canMail, reason = '', errors = [] }: BulkQuestion): Page {
  const back = { href: view.href(REQUESTS), text: view.t('requests.desk.title') };
  const possible = rows.filter((row) => allows(row, act));
  const left = rows.filter((row) => !allows(row, act));
  if (possible.length === 0) return nothingToDo(view, act, rows);
  const title = view.t(`requests.bulk.${act}.title`);
  const label = view.t('requests.reason');
  const fields = possible.map(({ kind, request }) => `${kind.name}:${request.id}`);
  const isFinal = act === 'deny' || (act === 'confirm' && possible.some(({ kind }) => kind.confirmsForGood));
  const content = (
    <div class="pe-card pe-stack">
      <PageHeader title={title} lead={view.t(`requests.bulk.${act}.text`)} back={back} />
      <Form view={view} action={view.href(BULK)} errors={errors} labels={{ reason: label }}>
        <input type="hidden" name="act" value={act} />
        {fields.map((value) => (
          <input type="hidden" name="requests[]" value={value} />
        ))}
        {act === 'confirm' && <Kinds view={view} rows={possible} />}
        <Named view={view} caption={title} rows={possible} />
        {act !== 'confirm' && (
          <>
            <ToldBy view={view} canMail={canMail} />
            {templates.length > 0 && <TemplatePick view={view} templates={templates} />}
            <TextArea
              view={view}
              name="reason"
              label={label}
              hint={view.t('requests.bulk.reason_hint')}
              value={reason}
              errors={errors}
              required
            />
          </>
        )}
        {isFinal && <Notice view={view} tone="warning" text={view.t('confirm.irreversible')} />}
        <div class="pe-actions">
          <Button
            kind={isFinal ? 'danger' : 'primary'}
            text={view.t(`requests.bulk.${act}.verb`, { count: possible.length.toLocaleString(view.formatLocale) })}
          />
          <ButtonLink href={back.href} text={view.t('action.cancel')} />
        </div>
      </Form>
      {left.length > 0 && (
        <section class="pe-stack pe-left-out" aria-labelledby="left">
          <h2 id="left">{view.t('requests.bulk.left')}</h2>
          <p>{view.t(`requests.bulk.${act}.left`)}</p>
          <Left view={view} rows={left} act={act} />
        </section>
      )}
    </div>
  );
  return { title, content };
}

/** Why an action is not possible for a request. */
function whyNot({ open, daysLeft, request }: RequestListRow, act: BulkAct) {
  if (!open) return 'requests.bulk.why.closed';
  if (act !== 'extend') return act === 'confirm' ? 'requests.bulk.why.confirm' : 'requests.bulk.why.deny';
  if (request.extendedAt !== null) return 'requests.bulk.why.extended';
  return (daysLeft ?? 0) < 0 ? 'requests.bulk.why.overdue' : 'requests.bulk.why.extend';
}

/** The requests that an action is not possible for, each with the reason. */
function Left({ view, rows, act }: { view: View; rows: readonly RequestListRow[]; act: BulkAct }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('requests.bulk.left')}
      rows={rows}
      columns={[
        ...requestColumns(view),
        { label: view.t('requests.bulk.why'), cell: (row) => view.t(whyNot(row, act)) },
      ]}
    />
  );
}

/** Asks nothing: no request was selected, or none that the action is possible for. @param rows the selected ones */
function nothingToDo(view: View, act: BulkAct, rows: readonly RequestListRow[]): Page {
  const title = view.t(`requests.${act}`);
  const back = { href: view.href(REQUESTS), text: view.t('requests.desk.title') };
  const action = <ButtonLink href={back.href} text={view.t('requests.back_to_list')} />;
  const content = (
    <>
      <PageHeader title={title} back={back} />
      {rows.length === 0 ? (
        <EmptyState title={view.t('requests.bulk.none')} text={view.t('requests.bulk.none_text')} action={action} />
      ) : (
        <EmptyState
          title={view.t('requests.bulk.impossible')}
          text={view.t('requests.bulk.impossible_text')}
          action={action}
        />
      )}
      {rows.length > 0 && <Left view={view} rows={rows} act={act} />}
    </>
  );
  return { title, content };
}

/** The effect of confirming, for each kind among the requests. */
function Kinds({ view, rows }: { view: View; rows: readonly RequestListRow[] }): JSX.Element {
  const kinds = [...new Map(rows.map(({ kind }) => [kind.name, kind])).values()];
  return (
    <ul class="pe-points">
      {kinds.map(({ label, confirmText }) => (
        <li>
          <strong>{view.text(label)}</strong>: {view.text(confirmText)}
        </li>
      ))}
    </ul>
  );
}

/** Puts the text of a template into the form; the form is loaded again, so that it works without scripts. */
export function TemplatePick({ view, templates }: { view: View; templates: readonly Template[] }): JSX.Element {
  return (
    <fieldset class="pe-templates">
      <legend>{view.t('requests.templates.pick')}</legend>
      <div class="pe-actions">
        {templates.map(({ id, title }) => (
          <button
            class="pe-button pe-button-small"
            type="submit"
            name="template"
            value={id}
            formaction={view.href(`${BULK}/ask`)}
          >
            {title}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Named(props: { view: View; caption: string; rows: readonly RequestListRow[] }): JSX.Element {
  const { view, caption, rows } = props;
  return <Table view={view} caption={caption} rows={rows} columns={requestColumns(view)} />;
}

/** The result for one request. */
export interface BulkResult {
  readonly kind: string;
  readonly id: string;
  /** The request as it is now; null if there is none. */
  readonly row: RequestListRow | null;
  readonly outcome: BulkOutcome['outcome'];
  /** Why nothing was done; null otherwise. */
  readonly refused: string | null;
}

/** Failures first. */
const SORTED: readonly BulkOutcome['outcome'][] = ['refused', 'proposed', 'done'];
const TONES = { refused: 'danger', proposed: 'info', done: 'success' } as const;

/** Lists the result of each request, failures first. */
export function bulkResultPage(view: View, act: BulkAct, results: readonly BulkResult[]): Page {
  const title = view.t('requests.bulk.result');
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const countOf = (wanted: BulkOutcome['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  const [done, proposed, refusals] = [countOf('done'), countOf('proposed'), countOf('refused')];
  const sorted = results.toSorted((a, b) => SORTED.indexOf(a.outcome) - SORTED.indexOf(b.outcome));
  const back = { href: view.href(REQUESTS), text: view.t('requests.desk.title') };
  const content = (
    <>
      <PageHeader title={title} back={back} />
      {done > 0 && (
        <Notice view={view} tone="success" text={view.t(`requests.bulk.${act}.done`, { count: number(done) })} live />
      )}
      {proposed > 0 && (
        <Notice view={view} tone="info" text={view.t('requests.bulk.proposed', { count: number(proposed) })} live />
      )}
      {refusals > 0 && (
        <Notice view={view} tone="danger" text={view.t('requests.bulk.not_done', { count: number(refusals) })} />
      )}
      <Table
        view={view}
        caption={title}
        rows={sorted}
        columns={[
          {
            label: view.t('requests.person'),
            kind: 'heading',
            cell: ({ row, id }) =>
              row === null ? (
                id
              ) : (
                <a href={view.href(row.kind.pages.paths.one(id))}>
                  <Breakable text={row.person} />
                </a>
              ),
          },
          {
            label: view.t('requests.kind.label'),
            priority: 2,
            cell: ({ row, kind }) => (row === null ? kind : view.text(row.kind.label)),
          },
          {
            label: view.t('requests.bulk.outcome'),
            kind: 'fixed',
            cell: ({ outcome }) => <Badge tone={TONES[outcome]} text={view.t(`requests.bulk.is_${outcome}`)} />,
          },
          ...(refusals > 0 ? [{ label: view.t('requests.bulk.why'), cell: ({ refused }: BulkResult) => refused }] : []),
          { label: view.t('requests.state'), kind: 'fixed', cell: ({ row }) => row?.badge ?? null },
        ]}
      />
      <div class="pe-actions">
        <ButtonLink href={back.href} text={view.t('requests.back_to_list')} />
      </div>
    </>
  );
  return { title, content };
}
