/** What changed since the person decided: the author's notes, and the difference between the texts. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { raw } from 'hono/html';
import { renderedDifference } from '../../../terms/index.ts';
import { directionOf, Time, type View } from '../../../../platform/web/index.ts';
import type { Changes, VersionChanges } from '../changes.ts';

interface ChangesProps<Shown> {
  readonly view: View;
  readonly changes: Shown;
  /** Makes safe HTML of a text, as `TermsService.html` does. */
  readonly html: (text: { readonly markdown: string }) => string;
}

/** To a person who is asked again. @param props.version the version in force */
export function ChangesSince(props: ChangesProps<Changes> & { readonly version: number }): JSX.Element {
  const { view, changes, version, html } = props;
  return (
    <div class="pe-changes pe-stack">
      <p>
        {view.t(`centre.changes.${changes.decision}`, { from: changes.version, to: version })}
        <span class="pe-muted pe-small">
          {view.t('app.label', { label: view.t('consents.decided') })}{' '}
          <Time view={view} at={new Date(changes.at)} precision="minute" />
        </span>
      </p>
      <NotesAndTexts view={view} changes={changes} html={html} />
    </div>
  );
}

/** What changed in a text that nobody decides on. */
export function NoticeChanges(props: ChangesProps<VersionChanges>): JSX.Element {
  return (
    <div class="pe-changes pe-stack">
      <NotesAndTexts {...props} />
    </div>
  );
}

function NotesAndTexts({ view, changes: { notes, texts }, html }: ChangesProps<VersionChanges>): JSX.Element {
  return (
    <>
      {notes.length > 0 && (
        <dl class="pe-facts">
          {notes.map((one) => (
            <>
              <dt>{view.t('consents.version', { version: one.version })}</dt>
              <dd class="pe-lines" dir="auto">
                {one.note}
              </dd>
            </>
          ))}
        </dl>
      )}
      {texts === null ? (
        <p class="pe-muted pe-small">{view.t('centre.changes.unknown')}</p>
      ) : (
        <details class="pe-unfold">
          <summary>{view.t('centre.changes.show')}</summary>
          <div class="pe-prose pe-difference" lang={texts.locale} dir={directionOf(texts.locale)}>
            {raw(renderedDifference(html({ markdown: texts.before }), html({ markdown: texts.after }), view))}
          </div>
        </details>
      )}
    </>
  );
}
