/** The recorded events of a request, as its page shows them. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import type { KindRequest } from '../register/kind.ts';
import { Record } from '../views/record.tsx';

/** The timeline and the notes. @param person the host's name of the person */
export async function drawnRecord(
  desk: RequestDesk,
  view: View,
  found: KindRequest,
  person: string,
): Promise<JSX.Element> {
  const { kind, request } = found;
  const [timeline, notes] = [await desk.timeline(found, view), await desk.notes.of(request.id)];
  const ids = [
    ...timeline.flatMap(({ who }) => (typeof who === 'object' ? [who.administrator] : [])),
    ...notes.flatMap(({ author }) => author ?? []),
  ];
  return Record({
    view,
    record: {
      kind: kind.name,
      id: request.id,
      person,
      takesNotes: kind.takesNotes(request),
      timeline,
      notes,
      administrators: await desk.namesOfAdmins(ids),
    },
  });
}
