/** Administrators' side of the messages on a request. */
import { httpErrors, type Language, type View, type WebApp } from '../../../../platform/web/index.ts';
import type { AttachmentStorage } from '../../../../platform/storage/storage.ts';
import { respondWithFile } from '../../../../platform/storage/respond.ts';
import type { FieldError } from '../../../../errors/errors.ts';
import type { RequestDesk } from '../../desk.ts';
import { errorsOfFiles, type NewFile } from '../../messages/message.ts';
import { messageFormPage } from '../../views/thread-form.tsx';
import { FileParams, filesOf, MESSAGE_BODY_LIMIT, MessageBody, ThreadJson, threadJson, writtenBody } from './json.ts';
import { messagesPath, REQUESTS } from '../paths.ts';
import { backTo, changing, OF_REQUEST } from '../of-request.ts';
import { ADMIN } from '../shared.ts';

/** What the routes of messages work with. */
export interface MessageRoutesOptions {
  readonly desk: RequestDesk;
  readonly storage: AttachmentStorage;
  readonly now: () => Date;
}

/** The text and the files of a message. @throws {HttpError} 422 for an empty text, and for files that are not accepted */
export function checkedMessage(
  body: { readonly body: string; readonly files: readonly { readonly name: string; readonly content: string }[] },
  words: Language,
): { readonly body: string; readonly files: readonly NewFile[] } {
  const [text, files] = [body.body.trim(), filesOf({ body: body.body, files: [...body.files] })];
  const list = (items: readonly string[]) => new Intl.ListFormat(words.locale, { type: 'unit' }).format(items);
  const errors: FieldError[] = [
    ...(text === '' ? [{ field: 'body', code: 'required', detail: words.t('field.required') }] : []),
    ...errorsOfFiles(files, { t: words.t, list }),
  ];
  if (errors.length > 0) throw httpErrors.invalid(errors);
  return { body: text, files };
}

/** Path of a file for administrators. */
export function filePath(kind: string, id: string, file: string): string {
  return `${REQUESTS}/${kind}/${id}/files/${file}`;
}

/** The other responses of a download. */
export const FILE_RESPONSES = {
  200: { description: 'The file, as an attachment' },
  206: { description: 'A part of it' },
  302: { description: 'Redirects to a URL of the storage' },
  416: { description: 'The requested range does not exist' },
} as const;

/** Declares the messages of a request of any kind. */
export function declareMessages(app: WebApp, { desk, storage, now }: MessageRoutesOptions): void {
  const path = messagesPath(REQUESTS, '{kind}', '{id}');
  app.route({
    ...OF_REQUEST,
    method: 'get',
    path,
    id: 'listRequestMessages',
    summary: 'List the messages between the person of a request and the administrators, oldest first',
    answer: { description: 'The messages', json: ThreadJson },
    handle: async ({ params: { kind, id }, href }) => {
      const found = await desk.find(kind, id);
      const messages = await desk.messages.of(found.request.id);
      return { json: threadJson(messages, (file) => href(filePath(kind, id, file))) };
    },
  });
  app.route({
    ...changing(desk),
    method: 'post',
    path,
    id: 'sendRequestMessage',
    summary: 'Send the person of a request a message, with files',
    description:
      'The person is told by mail, and reads and answers on a page. The mail does not contain the text. 409 `request_closed` once ' +
      'the person is being erased, or was.',
    body: MessageBody,
    bodyLimit: MESSAGE_BODY_LIMIT,
    takesFiles: true,
    answer: { status: 201, description: 'The messages, with the new one', json: ThreadJson, html: 'redirect' },
    typed: ['body'],
    form: async ({ params }, { errors, values }) => {
      const found = await desk.find(params.kind, params.id);
      return async (view: View) => {
        const action = view.href(messagesPath(REQUESTS, found.kind.name, found.request.id));
        return messageFormPage(view, { action, body: writtenBody(values), errors }, await backTo(view, found));
      };
    },
    handle: async ({ params: { kind, id }, body, href, language }) => {
      const found = await desk.find(kind, id);
      const message = checkedMessage(body, await language());
      await desk.messages.write(found, { from: 'administrator', ...message });
      return {
        json: async () => threadJson(await desk.messages.of(id), (file) => href(filePath(kind, id, file))),
        redirect: { to: `${href(found.kind.pages.paths.one(id))}#messages`, notice: 'notice.request_message_sent' },
      };
    },
  });
  app.route({
    method: 'get',
    path: filePath('{kind}', '{id}', '{file}'),
    id: 'downloadRequestFile',
    summary: 'Download a file of a message on a request',
    tags: ADMIN,
    access: 'admin',
    params: FileParams,
    answer: { description: 'The file' },
    otherResponses: FILE_RESPONSES,
    handle: async ({ params: { kind, id, file }, request }) => {
      const found = await desk.find(kind, id);
      return respondWithFile(request, await desk.messages.file(found.request.id, file), { storage, now });
    },
  });
}
