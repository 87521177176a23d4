/** The recorded events of a request, as its page shows them. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import type { KindRequest } from '../register/kind.ts';
import { Record } from '../views/record.tsx';
import { filePath } from './messages/administrators.ts';
import { messagesPath, REQUESTS } from './paths.ts';

/** The timeline and the notes. @param person the host's name of the person */
export async function drawnRecord(
  desk: RequestDesk,
  view: View,
  found: KindRequest,
  person: string,
): Promise<JSX.Element> {
  const { kind, request } = found;
  const [timeline, notes] = [await desk.timeline(found, view), await desk.notes.of(request.id)];
  const messages = await desk.messages.of(request.id);
  const assignee = await desk.assignments.of(request.id);
  const ids = [
    ...(assignee === null ? [] : [assignee]),
    ...messages.flatMap(({ author }) => author ?? []),
    ...timeline.flatMap(({ who }) => (typeof who === 'object' ? [who.administrator] : [])),
    ...notes.flatMap(({ author }) => author ?? []),
  ];
  const administrators = await desk.namesOfAdmins(ids);
  return Record({
    view,
    thread: {
      messages,
      nameOf: ({ from, author }) => {
        if (from === 'person') return person;
        return author === null ? view.t('requests.timeline.by.host') : (administrators.get(author) ?? author);
      },
      fileHref: (file) => view.href(filePath(kind.name, request.id, file)),
      isDeliveryShown: true,
      form: desk.messages.takes(found) ? { action: view.href(messagesPath(REQUESTS, kind.name, request.id)) } : null,
    },
    canMail: desk.canMail,
    assignee,
    record: {
      kind: kind.name,
      id: request.id,
      person,
      takesNotes: kind.takesNotes(request),
      timeline,
      notes,
      administrators,
    },
  });
}
