/** The steps before an administrator's act: confirm, refuse, take more time, delete. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Button,
  ButtonLink,
  ConfirmPage,
  type FieldError,
  Form,
  type Page,
  PageHeader,
  TextArea,
  Time,
  type View,
  isolated,
} from '../../../platform/web/index.ts';
import type { PortabilityRequest } from '../request.ts';
import { paths } from './parts.tsx';

/** What each of the pages is about. */
export interface Acting {
  readonly request: PortabilityRequest;
  readonly person: string;
}

/** Asks once more where a link was followed that nobody here may have pressed. */
export function confirmPage(view: View, { request, person }: Acting): Page {
  const title = view.t('requests.confirm.title');
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={view.t('requests.confirm.text', { person: isolated(person) })}
      verb={view.t('requests.confirm')}
      action={view.href(paths.act(request.id, 'confirm'))}
      method="post"
      cancelHref={view.href(paths.one(request.id))}
      irreversible={false}
    />
  );
  return { title, content };
}

export function deletePage(view: View, { request, person }: Acting): Page {
  const title = view.t('requests.delete.title');
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={view.t('requests.delete.text', { person: isolated(person) })}
      verb={view.t('requests.delete')}
      action={view.href(paths.one(request.id))}
      method="delete"
      cancelHref={view.href(paths.one(request.id))}
    />
  );
  return { title, content };
}

/** What was written when it was refused. */
export interface ReasonForm {
  readonly reason?: string;
  readonly errors?: readonly FieldError[];
}

function ReasonPage(props: {
  view: View;
  acting: Acting;
  act: 'deny' | 'extend';
  form: ReasonForm;
  children?: JSX.Element;
}): JSX.Element {
  const { view, acting, act, form, children } = props;
  const { request, person } = acting;
  const label = view.t('requests.reason');
  const { errors = [], reason = '' } = form;
  return (
    <div class="pe-card pe-stack">
      <PageHeader
        title={view.t(`requests.${act}.title`)}
        lead={view.t(`requests.${act}.text`, { person: isolated(person) })}
        back={{ href: view.href(paths.one(request.id)), text: person }}
      />
      {children}
      <Form view={view} action={view.href(paths.act(request.id, act))} errors={errors} labels={{ reason: label }}>
        <TextArea
          view={view}
          name="reason"
          label={label}
          hint={view.t(`requests.${act}.hint`)}
          value={reason}
          errors={errors}
          required
        />
        <div class="pe-actions">
          <Button kind={act === 'deny' ? 'danger' : 'primary'} text={view.t(`requests.${act}`)} />
          <ButtonLink href={view.href(paths.one(request.id))} text={view.t('action.cancel')} />
        </div>
      </Form>
    </div>
  );
}

export function denyPage(view: View, acting: Acting, form: ReasonForm = {}): Page {
  const content = <ReasonPage view={view} acting={acting} act="deny" form={form} />;
  return { title: view.t('requests.deny.title'), content };
}

/** @param until - the deadline it would have */
export function extendPage(view: View, acting: Acting, until: Date, form: ReasonForm = {}): Page {
  const content = (
    <ReasonPage view={view} acting={acting} act="extend" form={form}>
      <dl class="pe-facts">
        <dt>{view.t('requests.due')}</dt>
        <dd>
          <Time view={view} at={new Date(acting.request.dueAt)} />
        </dd>
        <dt>{view.t('requests.extend.until')}</dt>
        <dd>
          <Time view={view} at={until} />
        </dd>
      </dl>
    </ReasonPage>
  );
  return { title: view.t('requests.extend.title'), content };
}
