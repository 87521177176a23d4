/** The pages before an administrator's action: a question, or a form for the reason. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Button,
  ButtonLink,
  ConfirmPage,
  type FieldError,
  Form,
  isolated,
  listPath,
  Notice,
  type Page,
  PageHeader,
  TextArea,
  type TextKey,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { languageName } from '../../terms/index.ts';
import type { PersonRequest } from '../register/request.ts';
import type { Template } from '../templates/template.ts';
import type { ActName, Acting, KindPages, Question, ReasonQuestion } from './kind-pages.ts';
import { ToldBy } from './parts.tsx';

/** The question, its request, and its action. */
export interface Asking<Request extends PersonRequest, Asked extends Question> {
  readonly pages: Pick<KindPages<Request>, 'paths' | 'method'>;
  readonly acting: Acting<Request>;
  readonly act: ActName;
  readonly question: Asked;
}

/**
 * Asks for confirmation of an action.
 *
 * @param children what to know before, as wide as the page
 * @param also another form that confirms, beside the button
 */
export function questionPage<Request extends PersonRequest>(
  view: View,
  { pages, acting, act, question }: Asking<Request, Question>,
  children?: JSX.Element,
  also?: JSX.Element,
): Page {
  const { request, person } = acting;
  const title = view.text(question.title);
  const here = view.href(pages.paths.one(request.id));
  const isDeletion = act === 'delete';
  const content = (
    <ConfirmPage
      view={view}
      title={title}
      text={view.text(question.text, { person: isolated(person) })}
      verb={view.text(question.verb)}
      action={isDeletion ? here : view.href(pages.paths.act(request.id, act))}
      method={isDeletion ? 'delete' : pages.method}
      cancelHref={here}
      irreversible={question.isFinal}
      wide={children !== undefined}
      also={also}
    >
      {children}
    </ConfirmPage>
  );
  return { title, content };
}

/** What was written in the rejected form. */
export interface ReasonForm {
  readonly reason?: string;
  readonly errors?: readonly FieldError[];
  /** Templates, in the person's language if it is known. */
  readonly templates?: readonly Template[];
  /** The message as the person will read it, if it was asked for. */
  readonly message?: { readonly subject: string; readonly text: string };
  /** Whether the person gets the reason by mail. Default: no. */
  readonly canMail?: boolean;
  /** ID of the template that the reason starts from. */
  readonly template?: string | undefined;
}

/** The person learns the reason of each of these actions; that of the others is for the records. */
const isTold = (act: ActName): boolean => act === 'deny' || act === 'extend' || act === 'hold';

/** Asks for the reason of an action. @param children what to know before */
export function reasonPage<Request extends PersonRequest>(
  view: View,
  { pages, acting, act, question }: Asking<Request, ReasonQuestion>,
  form: ReasonForm = {},
  children?: JSX.Element,
): Page {
  const { request, person } = acting;
  const title = view.text(question.title);
  const label = view.t('requests.reason');
  const here = view.href(pages.paths.one(request.id));
  const { errors = [], reason = '', templates = [], template, canMail = false, message } = form;
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader
        title={title}
        lead={view.text(question.text, { person: isolated(person) })}
        back={{ href: here, text: person }}
      />
      {isTold(act) && <ToldBy view={view} canMail={canMail} />}
      {children}
      {templates.length > 0 && (
        <nav class="pe-stack" aria-labelledby="templates">
          <h2 id="templates" class="pe-small">
            {pickText(view, templates)}
          </h2>
          <div class="pe-chips">
            {templates.map(({ id, title: name, locale }) => (
              <a
                lang={locale}
                href={view.href(listPath(pages.paths.ask(request.id, act), { template: id }))}
                aria-current={id === template ? 'true' : undefined}
              >
                {name}
              </a>
            ))}
          </div>
        </nav>
      )}
      <Form
        view={view}
        action={view.href(pages.paths.act(request.id, act))}
        method={pages.method}
        errors={errors}
        labels={{ reason: label }}
      >
        <TextArea
          view={view}
          name="reason"
          label={label}
          hint={view.text(question.hint)}
          value={reason}
          errors={errors}
          required
        />
        <div class="pe-actions">
          <Button kind={question.isFinal ? 'danger' : 'primary'} text={view.text(question.verb)} />
          {canMail && (
            <button type="submit" class="pe-button" name="next" value="preview">
              {view.t('requests.told.preview')}
            </button>
          )}
          <ButtonLink href={here} text={view.t('action.cancel')} />
        </div>
      </Form>
      {message !== undefined && (
        <section class="pe-stack pe-message" aria-labelledby="message">
          <h2 id="message">{view.t('requests.told.as_read')}</h2>
          <p class="pe-strong" dir="auto">
            {message.subject}
          </p>
          <p dir="auto">{message.text}</p>
        </section>
      )}
    </div>
  );
  return { title, content };
}

/** Names the language of the templates if it is not the reader's: it is the person's. */
function pickText(view: View, [first]: readonly Template[]): string {
  if (first === undefined || first.locale === view.locale) return view.t('requests.templates.pick');
  return view.t('requests.templates.pick_in', { language: languageName(first.locale, view.locale) });
}

/** The message for an action that is no longer possible. */
export function refusedPage<Request extends PersonRequest>(
  view: View,
  { pages, acting, question }: Asking<Request, Question>,
  why: TextKey,
): Page {
  const title = view.text(question.title);
  const here = view.href(pages.paths.one(acting.request.id));
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} back={{ href: here, text: acting.person }} />
      <Notice view={view} tone="warning" text={view.text(why)} />
      <div class="pe-actions">
        <ButtonLink href={here} text={view.t('requests.back')} />
      </div>
    </div>
  );
  return { title, content };
}

/** The current deadline, and the one after an extension. */
export function ExtensionFacts({
  view,
  request,
  until,
}: {
  view: View;
  request: PersonRequest;
  until: Date;
}): JSX.Element {
  return (
    <dl class="pe-facts">
      <dt>{view.t('requests.due')}</dt>
      <dd>
        <Time view={view} at={new Date(request.dueAt)} />
      </dd>
      <dt>{view.t('requests.extend.until')}</dt>
      <dd>
        <Time view={view} at={until} />
      </dd>
    </dl>
  );
}
