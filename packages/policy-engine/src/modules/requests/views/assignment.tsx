/** Who works on a request: on its page, and the form to hand it over. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Button,
  ButtonLink,
  type FieldError,
  Form,
  type Page,
  PageHeader,
  SelectField,
  TextArea,
  type View,
} from '../../../platform/web/index.ts';
import { assignmentPath } from '../routes/paths.ts';

/** The part of the page of a request. @param props.assignee the host's ID; null for nobody */
export function Assignment(props: {
  view: View;
  request: { readonly kind: string; readonly id: string };
  assignee: string | null;
  names: ReadonlyMap<string, string>;
}): JSX.Element {
  const { view, request, assignee, names } = props;
  const action = view.href(assignmentPath(request.kind, request.id));
  const own = view.user?.id ?? '';
  return (
    <section class="pe-stack" aria-labelledby="assignment">
      <h2 id="assignment">{view.t('requests.assigned')}</h2>
      <div class="pe-row">
        <bdi>{assignee === null ? view.t('requests.assigned.nobody') : (names.get(assignee) ?? assignee)}</bdi>
        {assignee !== own && (
          <ActionForm
            small
            action={action}
            method="put"
            fields={{ assignee: own }}
            text={view.t('requests.assigned.take')}
          />
        )}
        <ButtonLink small href={action} text={view.t('requests.assigned.hand')} />
      </div>
    </section>
  );
}

/** The form to hand a request over. */
export function assignmentPage(
  view: View,
  shown: {
    readonly action: string;
    readonly back: { readonly href: string; readonly text: string };
    readonly names: ReadonlyMap<string, string>;
    readonly assignee: string | null;
    readonly note?: string;
    readonly errors?: readonly FieldError[];
  },
): Page {
  const { action, back, names, assignee, note = '', errors = [] } = shown;
  const title = view.t('requests.assigned.hand');
  const [to, about] = [view.t('requests.assigned.to'), view.t('requests.assigned.note')];
  const options = [
    { value: '', text: view.t('requests.assigned.nobody') },
    ...[...names].map(([value, text]) => ({ value, text })),
  ];
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} back={back} />
      <Form view={view} action={action} method="put" errors={errors} labels={{ assignee: to, note: about }}>
        <SelectField
          view={view}
          name="assignee"
          label={to}
          value={assignee ?? ''}
          options={options}
          errors={errors}
          required
        />
        <TextArea view={view} name="note" label={about} value={note} errors={errors} />
        <div class="pe-actions">
          <Button kind="primary" text={title} />
          <ButtonLink href={back.href} text={view.t('action.cancel')} />
        </div>
      </Form>
    </div>
  );
  return { title, content };
}
