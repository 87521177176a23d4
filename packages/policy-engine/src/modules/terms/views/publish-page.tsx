/** The review before a text is published: its content, when, who is asked, and that it is permanent. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Button,
  ButtonLink,
  type FieldError,
  ForDevelopers,
  Form,
  Notice,
  type Page,
  PageHeader,
  TextArea,
  TextField,
  Time,
  type View,
  Prose,
  isolated,
} from '../../../platform/web/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { Policy } from '../representation.ts';
import { isMarkedSample } from '../samples/index.ts';
import { renderedDifference } from '../comparison/rendered-difference.ts';
import { revisionOf } from '../drafts/content.ts';
import type { Term } from '../term.ts';
import { languageName } from '../translations/languages.ts';
import { MissingLanguages, OutdatedLanguages } from './languages.tsx';
import { paths, titleOf, whoIsAsked } from './term-parts.tsx';

/** What is published. */
export interface Publishing {
  /** The draft as HTML. */
  readonly html: string;
  /** The text in force as HTML; empty for none. */
  readonly beforeHtml: string;
  /** The hash it will have. */
  readonly hash: string;
  /** Accounts that decided on an earlier version; of a notice, those that it can be announced to. */
  readonly decided: number;
  /** Whether they can be mailed. */
  readonly canMail: boolean;
  /** The entered time, if it was rejected, and why. */
  readonly publishedAt?: string;
  readonly errors?: readonly FieldError[];
}

/** A version that is already scheduled still comes into force at its time, and then replaces this text. */
function ScheduledNotice({ view, next }: { view: View; next: Term | undefined }): JSX.Element {
  if (next === undefined || next.publishedAt === null) return <></>;
  return (
    <Notice view={view} tone="warning">
      {view.t('terms.confirm.scheduled', { title: titleOf(view, next) })}{' '}
      <Time view={view} at={new Date(next.publishedAt)} precision="minute" />
    </Notice>
  );
}

/** Whether people who are asked again or informed are mailed; if they cannot be, what is needed for it. */
function Announce({ view, text, id }: { view: View; text: Publishing; id: string }): JSX.Element {
  if (!text.canMail) {
    return (
      <div>
        <p class="pe-muted pe-small">{view.t('terms.announce.unable')}</p>
        <ForDevelopers view={view} names={['mail', 'userResource.find']} />
      </div>
    );
  }
  return (
    <div class="pe-check">
      <input type="checkbox" id={id} name="announce" value="1" aria-describedby={`${id}-hint`} />
      <label for={id}>{view.t('terms.announce')}</label>
      <span class="pe-hint" id={`${id}-hint`}>
        {view.t('terms.announce.hint')}
      </span>
    </div>
  );
}

function ScheduleForm(props: { view: View; term: Term; text: Publishing; asksAgain: boolean }): JSX.Element {
  const { view, term, text, asksAgain } = props;
  const { errors = [] } = text;
  const label = view.t('terms.schedule_at', { zone: view.timeZone });
  return (
    <section class="pe-card pe-stack" aria-labelledby="schedule">
      <h2 id="schedule">{view.t('terms.schedule_later')}</h2>
      <Form
        view={view}
        action={view.href(paths.term(term))}
        method="put"
        errors={errors}
        labels={{ 'term.published_at': label }}
      >
        <input type="hidden" name="term[state]" value="published" />
        <input type="hidden" name="term[hash]" value={text.hash} />
        <TextField
          view={view}
          name="term[published_at]"
          type="datetime-local"
          label={label}
          hint={view.t('terms.schedule_hint', { zone: view.timeZone })}
          value={text.publishedAt ?? ''}
          errors={errors}
          required
        />
        {asksAgain && text.canMail && <Announce view={view} text={text} id="announce-later" />}
        <div class="pe-actions">
          <Button text={view.t('terms.schedule')} />
        </div>
      </Form>
    </section>
  );
}

/** How many accounts a later version concerns. */
function Known(props: { view: View; rule: Rule; term: Term; decided: number }): JSX.Element {
  const { view, rule, term, decided } = props;
  // Nobody has decided on a notice, so an immaterial version of it concerns nobody.
  if (rule.notice && !term.material) return <></>;
  const words = rule.notice ? 'terms.notice.known' : term.material ? 'terms.asked.known' : 'terms.asked.kept';
  return (
    <>
      <br />
      {view.t(words, { count: decided.toLocaleString(view.formatLocale) })}
    </>
  );
}

/** Whether people are asked again, or of a notice informed, about a text that does not say what changed. */
export function lacksNote(current: Term | null, term: Pick<Term, 'material' | 'note'>, decided: number): boolean {
  return current !== null && term.material && decided > 0 && (term.note ?? '').trim() === '';
}

/** The field for what changed, where the text can't be published without it. */
function NoteForm({ view, rule, term, text }: { view: View; rule: Rule; term: Term; text: Publishing }): JSX.Element {
  const { errors = [] } = text;
  return (
    <Form
      view={view}
      action={view.href(paths.term(term))}
      method="put"
      errors={errors}
      labels={{ 'term.note': view.t('terms.note') }}
    >
      <input type="hidden" name="term[revision]" value={revisionOf(term)} />
      <input type="hidden" name="next" value="publish" />
      <TextArea
        view={view}
        name="term[note]"
        label={view.t('terms.note')}
        hint={view.t(rule.notice ? 'terms.notice.note_hint' : 'terms.note_hint')}
        errors={errors}
        required
      />
      <div class="pe-actions">
        <Button kind="primary" text={view.t('terms.confirm.save_note')} />
        <ButtonLink href={view.href(paths.edit(term))} text={view.t('action.edit')} />
        <ButtonLink href={view.href(paths.term(term))} text={view.t('action.cancel')} />
      </div>
    </Form>
  );
}

/** What changed from the text in force, and links to the same of the other languages. */
function Changes({ view, current, term, text }: { view: View; current: Term; term: Term; text: Publishing }) {
  const isSame = text.beforeHtml === text.html;
  return (
    <section class="pe-card pe-stack" aria-labelledby="changes">
      <h2 id="changes">{view.t('terms.difference.title')}</h2>
      <p class="pe-muted">
        {view.t('terms.difference.lead', { from: titleOf(view, current), to: titleOf(view, term) })}
      </p>
      {isSame ? (
        <p class="pe-muted">{view.t('terms.difference.same_rendered')}</p>
      ) : (
        <div class="pe-difference">
          <Prose html={renderedDifference(text.beforeHtml, text.html, view)} locale={term.locale} />
        </div>
      )}
      {term.translations.length > 0 && (
        <nav class="pe-chips" aria-label={view.t('terms.languages')}>
          {term.translations.map(({ locale }) => (
            <a href={view.href(paths.difference(term, locale))}>{languageName(locale, view.locale)}</a>
          ))}
        </nav>
      )}
    </section>
  );
}

export function publishPage(view: View, { rule, current, scheduled }: Policy, term: Term, text: Publishing): Page {
  const title = view.t('terms.confirm.title');
  // Of a notice: whether it is announced.
  const asksAgain = current !== null && term.material && text.decided > 0;
  const isUnexplained = lacksNote(current, term, text.decided);
  const saysTheSame = current !== null && current.hash === text.hash;
  const others = (
    <>
      {current !== null && (
        <ButtonLink href={view.href(paths.difference(term))} text={view.t('terms.difference.title')} />
      )}
      <ButtonLink href={view.href(paths.edit(term))} text={view.t('action.edit')} />
      <ButtonLink href={view.href(paths.term(term))} text={view.t('action.cancel')} />
    </>
  );
  const content = (
    <>
      <div class="pe-card pe-stack">
        <PageHeader
          title={title}
          lead={view.t(rule.notice ? 'terms.notice.confirm' : 'terms.confirm.lead', {
            policy: isolated(rule.label(view.locale)),
          })}
        />
        <dl class="pe-facts">
          <dt>{view.t('terms.asked')}</dt>
          <dd>
            {whoIsAsked(view, rule, term, current)}
            {current !== null && <Known view={view} rule={rule} term={term} decided={text.decided} />}
          </dd>
          {term.note !== null && (
            <>
              <dt>{view.t('terms.note')}</dt>
              <dd>
                <bdi>{term.note}</bdi>
              </dd>
            </>
          )}
        </dl>
        {saysTheSame && (
          <Notice view={view} tone="info" text={view.t('terms.confirm.same', { version: current.version ?? 0 })} />
        )}
        {[term, ...term.translations].some((one) => isMarkedSample(one.markdown)) && (
          <Notice view={view} tone="danger" text={view.t('terms.sample.notice')} />
        )}
        <MissingLanguages view={view} term={term} before={current} />
        <OutdatedLanguages view={view} term={term} />
        <ScheduledNotice view={view} next={scheduled[0]} />
        <Notice view={view} tone="warning" text={view.t('terms.confirm.final')} />
        {isUnexplained && <NoteForm view={view} rule={rule} term={term} text={text} />}
        {!isUnexplained && asksAgain && (
          <Form view={view} action={view.href(paths.term(term))} method="put">
            <input type="hidden" name="term[state]" value="published" />
            <input type="hidden" name="term[hash]" value={text.hash} />
            <Announce view={view} text={text} id="announce" />
            <div class="pe-actions">
              <Button kind="primary" text={view.t('terms.publish')} />
              {others}
            </div>
          </Form>
        )}
        {!isUnexplained && !asksAgain && (
          <div class="pe-actions">
            <ActionForm
              kind="primary"
              action={view.href(paths.term(term))}
              method="put"
              fields={{ 'term[state]': 'published', 'term[hash]': text.hash }}
              text={view.t('terms.publish')}
            />
            {others}
          </div>
        )}
      </div>
      {!isUnexplained && <ScheduleForm view={view} term={term} text={text} asksAgain={asksAgain} />}
      {current === null ? (
        <section class="pe-card" aria-label={view.t('terms.description')}>
          <Prose html={text.html} locale={term.locale} />
        </section>
      ) : (
        <>
          <Changes view={view} current={current} term={term} text={text} />
          <details class="pe-card">
            <summary>{view.t('terms.confirm.whole')}</summary>
            <Prose html={text.html} locale={term.locale} />
          </details>
        </>
      )}
    </>
  );
  return { title, content };
}
