/** What is shown below one request: its events, and administrators' notes. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ActionForm, Button, Form, type FieldError, TextArea, Time, type View } from '../../../platform/web/index.ts';
import type { Note } from '../notes/notes.ts';
import { REQUESTS } from '../routes/paths.ts';
import type { TimelineActor, TimelineEntry } from '../timeline/timeline.ts';
import { Assignment } from './assignment.tsx';
import { Made, ToldByMessage } from './parts.tsx';
import { type Thread, ThreadSection } from './thread.tsx';

/** The recorded events of a request. */
export interface RequestRecord {
  /** For example `portability`. */
  readonly kind: string;
  readonly id: string;
  /** The host's name of the person. */
  readonly person: string;
  /** Whether notes may be added: not if the person is being erased, or was. */
  readonly takesNotes: boolean;
  readonly timeline: readonly TimelineEntry[];
  readonly notes: readonly Note[];
  /** The host's names of administrators, by ID. */
  readonly administrators: ReadonlyMap<string, string>;
}

/** The parts, each under its heading. @param props.canMail whether the person is told of messages by mail */
export function Record(props: {
  view: View;
  record: RequestRecord;
  thread: Thread;
  canMail: boolean;
  /** The host's ID of the administrator who works on it; null for nobody. */
  assignee: string | null;
}): JSX.Element {
  const { view, record, thread, canMail, assignee } = props;
  return (
    <>
      <Assignment view={view} request={record} assignee={assignee} names={record.administrators} />
      <Timeline view={view} record={record} />
      <ThreadSection view={view} thread={thread} told={<ToldByMessage view={view} canMail={canMail} />} />
      <Notes view={view} record={record} />
    </>
  );
}

function Timeline({ view, record }: { view: View; record: RequestRecord }): JSX.Element {
  return (
    <section class="pe-stack" aria-labelledby="timeline">
      <h2 id="timeline">{view.t('requests.timeline')}</h2>
      <ol class="pe-timeline">
        {record.timeline.map(({ at, what, who, isMaking = false }) => (
          <li>
            <span class="pe-timeline-what">{what}</span>
            <span class="pe-under">
              {isMaking ? <Made view={view} at={at} /> : <Time view={view} at={new Date(at)} precision="minute" />}
              {' · '}
              <bdi>{actorText(view, record, who)}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function actorText({ t }: View, { administrators, person }: RequestRecord, who: TimelineActor): string {
  if (typeof who === 'object') return administrators.get(who.administrator) ?? who.administrator;
  return who === 'person' ? person : t(`requests.timeline.by.${who}`);
}

function notesPath({ kind, id }: Pick<RequestRecord, 'kind' | 'id'>): string {
  return `${REQUESTS}/${kind}/${id}/notes`;
}

function Notes({ view, record }: { view: View; record: RequestRecord }): JSX.Element {
  const { notes, administrators, takesNotes } = record;
  const remove = view.t('action.delete');
  return (
    <section class="pe-stack" aria-labelledby="notes">
      <h2 id="notes">{view.t('requests.notes')}</h2>
      <p class="pe-muted">{view.t(takesNotes ? 'requests.notes.lead' : 'requests.notes.forgotten')}</p>
      {notes.length > 0 && (
        <ol class="pe-notes">
          {notes.map(({ id, author, body, createdAt }) => (
            <li class="pe-card">
              <p class="pe-lines" dir="auto">
                {body}
              </p>
              <div class="pe-row">
                <span class="pe-muted pe-small">
                  <bdi>
                    {author === null ? view.t('requests.timeline.by.host') : (administrators.get(author) ?? author)}
                  </bdi>
                  {' · '}
                  <Time view={view} at={new Date(createdAt)} precision="minute" />
                </span>
                <ActionForm
                  small
                  action={view.href(`${notesPath(record)}/${id}`)}
                  method="delete"
                  text={remove}
                  name={view.t('text.labelled', { label: remove, value: body.slice(0, 60) })}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {takesNotes && <NoteForm view={view} record={record} />}
    </section>
  );
}

/** Adds a note. */
export function NoteForm(props: {
  view: View;
  record: Pick<RequestRecord, 'kind' | 'id'>;
  body?: string;
  errors?: readonly FieldError[];
}): JSX.Element {
  const { view, record, body = '', errors = [] } = props;
  const label = view.t('requests.notes.add');
  // With errors it has a page of its own; the page of a request has the form of messages, too.
  const own = errors.length === 0 && { id: 'field-note' };
  return (
    <Form view={view} action={view.href(notesPath(record))} errors={errors} labels={{ body: label }}>
      <TextArea view={view} name="body" {...own} label={label} value={body} errors={errors} required />
      <div class="pe-actions">
        <Button text={view.t('requests.notes.save')} />
      </div>
    </Form>
  );
}
