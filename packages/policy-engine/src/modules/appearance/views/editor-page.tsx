/** The editor of the banner's appearance, with a preview at three widths. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { languageName } from '../../terms/index.ts';
import {
  Button,
  Checkbox,
  errorOf,
  type FieldError,
  fieldId,
  Form,
  Icon,
  type Page,
  PageHeader,
  SelectField,
  Table,
  TextArea,
  TextField,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { type Draft, queryOfDraft } from '../draft.ts';
import { BANNER_CORNERS, BANNER_LAYOUTS, BANNER_SIDES, type BannerColours } from '../look.ts';
import { APPEARANCE_PATH, versionPath } from '../paths.ts';
import type { AppearanceVersion } from '../service.ts';
import { Windows } from './windows.tsx';

const PATH = APPEARANCE_PATH;

/** What the page shows. */
export interface AppearanceEditor {
  readonly draft: Draft;
  readonly errors: readonly FieldError[];
  /** The newest first. */
  readonly versions: readonly AppearanceVersion[];
  /** BCP 47 tags of the engine's languages. */
  readonly locales: readonly string[];
  /** Whether the draft was sent, so that the preview shows it instead of the appearance in force. */
  readonly isNew: boolean;
  /** Number of the version that was opened; 0 for none. */
  readonly opened: number;
}

const COLOURS = ['background', 'text', 'button', 'accent'] as const satisfies readonly (keyof BannerColours)[];
const WORDS = ['title', 'lead', 'accept', 'reject'] as const;
export function editorPage(view: View, editor: AppearanceEditor): Page {
  const title = view.t('appearance.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('appearance.lead')} />
      <div class="pe-appearance">
        <EditorForm view={view} editor={editor} />
        <Previews view={view} query={editor.isNew ? queryOfDraft(editor.draft, view.locale) : ''} />
      </div>
      <Versions view={view} versions={editor.versions} />
    </>
  );
  return { title, content, frames: true };
}

function EditorForm({ view, editor }: { view: View; editor: AppearanceEditor }): JSX.Element {
  const { draft, errors, locales } = editor;
  const { t } = view;
  const field = { view, errors, required: true };
  const labels = Object.fromEntries(COLOURS.map((name) => [`colours.${name}`, t(`appearance.colour.${name}`)]));
  return (
    <Form view={view} action={view.href(PATH)} errors={errors} labels={labels}>
      <input type="hidden" name="opened" value={String(editor.opened)} />
      <SelectField
        {...field}
        name="layout"
        label={t('appearance.layout')}
        value={draft.layout}
        options={BANNER_LAYOUTS.map((value) => ({ value, text: t(`appearance.layout.${value}`) }))}
      />
      <SelectField
        {...field}
        name="side"
        label={t('appearance.side')}
        hint={t('appearance.side_hint')}
        value={draft.side}
        options={BANNER_SIDES.map((value) => ({ value, text: t(`appearance.side.${value}`) }))}
      />
      <SelectField
        {...field}
        name="corners"
        label={t('appearance.corners')}
        hint={t('appearance.corners_hint')}
        value={draft.corners}
        options={BANNER_CORNERS.map((value) => ({ value, text: t(`appearance.corners.${value}`) }))}
      />
      <Checkbox
        view={view}
        errors={errors}
        name="own_colours"
        label={t('appearance.own_colours')}
        hint={t('appearance.own_colours_hint')}
        checked={draft.isOwn}
      />
      <div class="pe-colours">
        {COLOURS.map((name) => (
          <Colour view={view} name={name} value={draft.colours[name]} errors={errors} />
        ))}
      </div>
      {[...new Set([view.locale, ...locales])].map((locale) => (
        <Words view={view} locale={locale} editor={editor} />
      ))}
      <div class="pe-actions">
        <Button kind="primary" text={t('appearance.save')} />
        <button type="submit" class="pe-button" formmethod="get" formaction={view.href(PATH)}>
          {t('appearance.preview')}
        </button>
      </div>
    </Form>
  );
}

function Colour(props: {
  view: View;
  name: keyof BannerColours;
  value: string;
  errors: readonly FieldError[];
}): JSX.Element {
  const { view, name, value, errors } = props;
  const field = `colours[${name}]`;
  const id = fieldId(field);
  const error = errorOf(errors, field);
  return (
    <div class="pe-field">
      <label for={id}>{view.t(`appearance.colour.${name}`)}</label>
      <input
        class="pe-input"
        type="color"
        id={id}
        name={field}
        value={value}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <span class="pe-error" id={`${id}-error`}>
          <Icon name="danger" size={16} />
          {error}
        </span>
      )}
    </div>
  );
}

function Words({ view, locale, editor }: { view: View; locale: string; editor: AppearanceEditor }): JSX.Element {
  const { draft, errors } = editor;
  const own = draft.words[locale] ?? {};
  const name = languageName(locale, view.locale);
  const isWrong = errors.some(({ field }) => field.startsWith(`words.${locale}`));
  return (
    <details class="pe-words-in" open={isWrong || locale === view.locale}>
      <summary>{view.t('appearance.words', { language: name })}</summary>
      <div class="pe-stack" role="group" aria-label={view.t('appearance.words', { language: name })}>
        <p class="pe-hint">{view.t('appearance.words_hint')}</p>
        {WORDS.map((word) => {
          const props = {
            view,
            name: `words[${locale}][${word}]`,
            label: view.t(`appearance.word.${word}`),
            value: own[word] ?? '',
            errors,
          };
          return word === 'lead' ? (
            <TextArea {...props} hint={view.t('appearance.lead_hint', { purposes: '{purposes}' })} />
          ) : (
            <TextField {...props} />
          );
        })}
      </div>
    </details>
  );
}

function Previews({ view, query }: { view: View; query: string }): JSX.Element {
  const address = view.href(`${PATH}/preview`);
  return (
    <section class="pe-stack" aria-labelledby="preview">
      <h2 id="preview">{view.t('appearance.preview')}</h2>
      <Windows view={view} src={`${address}${query}`} preview={address} />
    </section>
  );
}

function Versions({ view, versions }: { view: View; versions: readonly AppearanceVersion[] }): JSX.Element {
  if (versions.length === 0) return <p class="pe-muted">{view.t('appearance.none')}</p>;
  const title = view.t('appearance.versions');
  return (
    <section class="pe-stack" aria-labelledby="versions">
      <h2 id="versions">{title}</h2>
      <p class="pe-muted">{view.t('appearance.versions_text')}</p>
      <Table
        view={view}
        caption={title}
        rows={versions}
        columns={[
          {
            label: view.t('appearance.version'),
            kind: 'heading',
            cell: ({ number }) => (
              <a href={view.href(versionPath(number))}>{number.toLocaleString(view.formatLocale)}</a>
            ),
          },
          {
            label: view.t('appearance.since'),
            cell: ({ createdAt }) => <Time view={view} at={new Date(createdAt)} precision="minute" />,
          },
          { label: view.t('appearance.layout'), cell: ({ content }) => view.t(`appearance.layout.${content.layout}`) },
        ]}
      />
    </section>
  );
}
