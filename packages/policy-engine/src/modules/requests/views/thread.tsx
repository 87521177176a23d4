/** The messages about a request, as both sides see them. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { sizeText } from '../../../platform/i18n/size-text.ts';
import {
  Button,
  FilesField,
  Form,
  type FieldError,
  Notice,
  type Page,
  PageHeader,
  TextArea,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { ACCEPTED, LARGEST_FILE, type Message, MOST_FILES } from '../messages/message.ts';

/** A form for a message. */
export interface MessageFormShown {
  /** Where it is sent. */
  readonly action: string;
  readonly body?: string;
  readonly errors?: readonly FieldError[];
}

/** The messages, and what the reader may do. */
export interface Thread {
  readonly messages: readonly Message[];
  /** Whose words a message has. */
  readonly nameOf: (message: Message) => string;
  readonly fileHref: (id: string) => string;
  /** Whether the delivery of mails is shown: to administrators. */
  readonly isDeliveryShown: boolean;
  /** Null if no more messages can be written. */
  readonly form: MessageFormShown | null;
}

/** The messages, the oldest first, and the form. @param side of whom the own messages are */
export function ThreadList(props: {
  view: View;
  thread: Thread;
  side: Message['from'];
  /** Level of the headings above it. */
  label: string;
}): JSX.Element {
  const { view, thread, side, label } = props;
  return (
    <>
      {thread.messages.length > 0 && (
        <ol class="pe-thread" aria-label={label}>
          {thread.messages.map((message) => (
            <li class={message.from === side ? 'pe-card pe-thread-own' : 'pe-card'}>
              <p class="pe-muted pe-small">
                <bdi class="pe-strong">{thread.nameOf(message)}</bdi>
                {' · '}
                <Time view={view} at={new Date(message.createdAt)} precision="minute" />
              </p>
              <p class="pe-lines" dir="auto">
                {message.body}
              </p>
              <Files view={view} thread={thread} message={message} />
              {thread.isDeliveryShown && <Delivered view={view} message={message} />}
            </li>
          ))}
        </ol>
      )}
      {thread.form === null ? (
        <p class="pe-muted">{view.t('requests.messages.over')}</p>
      ) : (
        <MessageForm view={view} form={thread.form} />
      )}
    </>
  );
}

function Files({ view, thread, message }: { view: View; thread: Thread; message: Message }): JSX.Element {
  if (message.files.length === 0) return <></>;
  return (
    <ul class="pe-files" aria-label={view.t('requests.messages.files')}>
      {message.files.map(({ id, name, bytes }) => (
        <li>
          <a href={thread.fileHref(id)} download>
            <bdi>{name}</bdi>
          </a>{' '}
          <span class="pe-muted pe-small">{sizeText(view.formatLocale, bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

function Delivered({ view, message: { from, mail } }: { view: View; message: Message }): JSX.Element {
  if (from === 'person') return <></>;
  if (mail === null) return <p class="pe-muted pe-small">{view.t('requests.messages.mail.none')}</p>;
  return (
    <p class="pe-muted pe-small">
      {view.t(`requests.messages.mail.${mail.state}`)}
      {mail.at !== null && ' · '}
      {mail.at !== null && <Time view={view} at={new Date(mail.at)} precision="minute" />}
    </p>
  );
}

/** Writes a message, with files. */
export function MessageForm({ view, form }: { view: View; form: MessageFormShown }): JSX.Element {
  const { action, body = '', errors = [] } = form;
  const [label, files] = [view.t('requests.messages.write'), view.t('requests.messages.attach')];
  const hint = view.t('requests.messages.attach_hint', { most: MOST_FILES, size: LARGEST_FILE / 1024 / 1024 });
  return (
    <Form view={view} action={action} errors={errors} labels={{ body: label, files }} takesFiles>
      <TextArea view={view} name="body" label={label} value={body} errors={errors} required />
      <FilesField view={view} name="files" label={files} hint={hint} accept={ACCEPTED} errors={errors} />
      <div class="pe-actions">
        <Button text={view.t('requests.messages.send')} />
      </div>
    </Form>
  );
}

/** The part of an administrator's page of a request. @param told how the person learns of a message */
export function ThreadSection(props: { view: View; thread: Thread; told: JSX.Element }): JSX.Element {
  const { view, thread, told } = props;
  const title = view.t('requests.messages');
  return (
    <section class="pe-stack" aria-labelledby="messages">
      <h2 id="messages">{title}</h2>
      {thread.form !== null && told}
      <ThreadList view={view} thread={thread} side="administrator" label={title} />
    </section>
  );
}

/** The person's page. @param back to their requests; null for somebody without an account session */
export function threadPage(
  view: View,
  thread: Thread,
  { kind, back, isLink }: { readonly kind: string; readonly back: string | null; readonly isLink: boolean },
): Page {
  const title = view.t('requests.messages.mine');
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('requests.messages.mine_lead', { kind })}
        {...(back !== null && { back: { href: back, text: view.t('requests.back') } })}
      />
      {isLink && <Notice view={view} tone="info" text={view.t('requests.messages.by_link')} />}
      <section class="pe-stack pe-narrow" aria-label={title}>
        {thread.messages.length === 0 && <p class="pe-muted">{view.t('requests.messages.none')}</p>}
        <ThreadList view={view} thread={thread} side="person" label={title} />
      </section>
    </>
  );
  return { title, content };
}
