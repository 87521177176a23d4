/** The person's side of the messages on their request: signed in, or with the link of a mail. */
import type { PageRenderer, WebApp } from '../../../../platform/web/index.ts';
import { respondWithFile } from '../../../../platform/storage/respond.ts';
import { opened, type OpenedThread, queryOfLink, type ThreadCall } from '../../messages/authority.ts';
import type { MessageLinks } from '../../messages/links.ts';
import type { Message } from '../../messages/message.ts';
import { type MessageFormShown, threadPage } from '../../views/thread.tsx';
import {
  FileParams,
  LinkParams,
  MESSAGE_BODY_LIMIT,
  MessageBody,
  OwnThreadJson,
  ownThreadJson,
  writtenBody,
} from './json.ts';
import { checkedMessage, FILE_RESPONSES, type MessageRoutesOptions } from './administrators.ts';
import { RequestParams } from '../of-request.ts';
import { MESSAGES, messagesPath } from '../paths.ts';

/** Tag of people's own operations in the OpenAPI document. */
const OWN: readonly string[] = ['Requests'];
const BY_LINK =
  'For the signed-in person, or with the `expires` and `signature` of a mailed link, which works for 30 days; only people whose ' +
  'request an administrator entered get such a link. 410 `message_link_ended` for a link that has expired or was changed.';

/** What the routes of the person work with. */
export interface OwnMessageRoutesOptions extends MessageRoutesOptions {
  readonly links: MessageLinks;
}

/** Declares them. */
export function declareOwnMessages(app: WebApp, { desk, storage, links, now }: OwnMessageRoutesOptions): void {
  const authority = { links, find: (kind: string, id: string) => desk.find(kind, id) };
  const open = (call: ThreadCall) => opened(authority, call);
  const path = messagesPath(MESSAGES, '{kind}', '{id}');
  const pathOf = ({ kind, request, link }: OpenedThread) =>
    messagesPath(MESSAGES, kind.name, request.id) + queryOfLink(link);
  const fileOf = ({ kind, request, link }: OpenedThread, file: string) =>
    `${messagesPath(MESSAGES, kind.name, request.id)}/files/${file}${queryOfLink(link)}`;
  const page = async (thread: OpenedThread, form: Omit<MessageFormShown, 'action'> = {}): Promise<PageRenderer> => {
    const messages = await desk.messages.of(thread.request.id);
    const { kind, link } = thread;
    return (view) =>
      threadPage(
        view,
        {
          messages,
          nameOf: ({ from }: Message) => view.t(from === 'person' ? 'requests.messages.you' : 'requests.messages.we'),
          fileHref: (file) => view.href(fileOf(thread, file)),
          isDeliveryShown: false,
          form: desk.messages.takes(thread) ? { ...form, action: view.href(pathOf(thread)) } : null,
        },
        {
          kind: view.text(kind.label),
          back: link === null ? view.href(kind.pages.paths.mine) : null,
          isLink: link !== null,
        },
      );
  };
  app.route({
    method: 'get',
    path,
    id: 'listOwnRequestMessages',
    summary: 'List the messages about a request of the current person, oldest first',
    description: BY_LINK,
    tags: OWN,
    access: 'public',
    holdsSecret: true,
    params: RequestParams,
    query: LinkParams,
    answer: { description: 'The messages', json: OwnThreadJson, html: 'page' },
    errors: [401, 410],
    handle: async (call) => {
      const thread = await open(call);
      return {
        json: async () =>
          ownThreadJson(await desk.messages.of(thread.request.id), (file) => call.href(fileOf(thread, file))),
        html: await page(thread),
      };
    },
  });
  app.route({
    method: 'post',
    path,
    id: 'writeRequestMessage',
    summary: 'Write a message about a request of the current person, with files',
    description: `${BY_LINK} 20 messages a day. 409 \`request_closed\` once the person is being erased, or was.`,
    tags: OWN,
    access: 'public',
    holdsSecret: true,
    params: RequestParams,
    query: LinkParams,
    body: MessageBody,
    bodyLimit: MESSAGE_BODY_LIMIT,
    takesFiles: true,
    answer: { status: 201, description: 'The messages, with the new one', json: OwnThreadJson, html: 'redirect' },
    errors: [401, 409, 410],
    typed: ['body'],
    form: async (call, { errors, values }) => page(await open(call), { body: writtenBody(values), errors }),
    handle: async (call) => {
      const thread = await open(call);
      const message = checkedMessage(call.body, await call.language());
      await desk.messages.write(thread, { from: 'person', ...message });
      return {
        json: async () =>
          ownThreadJson(await desk.messages.of(thread.request.id), (file) => call.href(fileOf(thread, file))),
        redirect: { to: call.href(pathOf(thread)), notice: 'notice.request_message_sent' },
      };
    },
  });
  app.route({
    method: 'get',
    path: `${path}/files/{file}`,
    id: 'downloadOwnRequestFile',
    summary: 'Download a file of a message about a request of the current person',
    description: BY_LINK,
    tags: OWN,
    access: 'public',
    holdsSecret: true,
    params: FileParams,
    query: LinkParams,
    answer: { description: 'The file' },
    otherResponses: FILE_RESPONSES,
    errors: [401, 410],
    handle: async (call) => {
      const { request } = await open(call);
      const file = await desk.messages.file(request.id, call.params.file);
      return respondWithFile(call.request, file, { storage, now });
    },
  });
}
