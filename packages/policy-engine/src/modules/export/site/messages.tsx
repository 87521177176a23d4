/** Messages about a person's requests, in their export. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Language } from '../../../platform/i18n/language.ts';
import type { ExportedMessageFile, ExportedRequest } from '../export-request.ts';
import type { CommonData } from '../templates/template-data.ts';

/** Where a file of a message is in the export. The ID makes names of devices harmless, and equal names different. */
export function messageFilePath({ id, name }: Pick<ExportedMessageFile, 'id' | 'name'>): string {
  return `privacy/messages/${id}-${name}`;
}

/** What the person and the administrators wrote about a request. */
export function Messages(props: {
  readonly language: Language;
  readonly date: CommonData['date'];
  readonly request: ExportedRequest;
}): JSX.Element {
  const { language, date, request } = props;
  const { t } = language;
  const { messages = [] } = request;
  if (messages.length === 0) return <></>;
  return (
    <section>
      <h2>{t('export.requests.messages', { kind: request.kind, day: date(request.createdAt, 'day') })}</h2>
      {messages.map(({ from, at, body, files }) => (
        <article>
          <p>
            <strong>{t(`export.requests.from.${from}`)}</strong> · {date(at, 'minute')}
          </p>
          <p class="book-lines" dir="auto">
            {body}
          </p>
          {files.length > 0 && (
            <ul>
              {files.map((file) => (
                <li>
                  <a href={`messages/${encodeURIComponent(`${file.id}-${file.name}`)}`}>{file.name}</a>
                </li>
              ))}
            </ul>
          )}
        </article>
      ))}
    </section>
  );
}
