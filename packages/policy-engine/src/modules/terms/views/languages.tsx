/** The languages of a text, with the status of each and the available actions. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Badge,
  Button,
  ButtonLink,
  Notice,
  SelectField,
  Table,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { canonicalTag, languageName, missingLanguages } from '../translations/languages.ts';
import type { Term, TermTranslation } from '../term.ts';
import { paths, titleOf } from './term-parts.tsx';

/** Offered by name: the official languages of the Union, and those most spoken by people who live or travel there. */
const OFFERED =
  'ar bg bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu is it ja ko ku lb lt lv mk mt nb nl pl pt pt-BR ro ru sk sl sq sr sv tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** Names of languages, joined as a list in the page's language. */
export function languageList(view: Pick<View, 'locale'>, tags: readonly string[]): string {
  return new Intl.ListFormat(view.locale).format(tags.map((tag) => languageName(tag, view.locale)));
}

/** Whether the text was changed after its translation, which may then be outdated. */
export function isOutdated(term: Term, translation: TermTranslation): boolean {
  return term.state === 'draft' && translation.updatedAt < term.updatedAt;
}

/** The languages that a text lacks and the previous one has, if any. */
export function MissingLanguages({ view, term, before }: { view: View; term: Term; before: Term | null }): JSX.Element {
  const missing = missingLanguages(term, before);
  if (before === null || missing.length === 0) return <></>;
  const text = view.t('terms.translation.missing', {
    title: titleOf(view, before),
    languages: languageList(view, missing),
    own: languageName(term.locale, view.locale),
  });
  return (
    <Notice view={view} tone="warning">
      {text} <TranslateLinks view={view} term={term} tags={missing} />
    </Notice>
  );
}

/** Links to the editors of languages. */
function TranslateLinks({ view, term, tags }: { view: View; term: Term; tags: readonly string[] }): JSX.Element {
  if (term.state !== 'draft') return <></>;
  return (
    <span class="pe-chips">
      {tags.map((tag) => (
        <a href={view.href(paths.translate(term, tag))}>
          {view.t('text.labelled', {
            label: view.t('terms.translation.translate'),
            value: languageName(tag, view.locale),
          })}
        </a>
      ))}
    </span>
  );
}

/** The translations that are older than the text, if any. */
export function OutdatedLanguages({ view, term }: { view: View; term: Term }): JSX.Element {
  const outdated = term.translations.filter((one) => isOutdated(term, one)).map(({ locale }) => locale);
  if (outdated.length === 0) return <></>;
  const languages = languageList(view, outdated);
  return (
    <Notice view={view} tone="warning">
      {view.t('terms.translation.outdated_notice', { languages })}{' '}
      <TranslateLinks view={view} term={term} tags={outdated} />
    </Notice>
  );
}

interface Row {
  readonly locale: string;
  readonly at: string;
  /** Null for the text itself. */
  readonly translation: TermTranslation | null;
}

function StateOf({ view, term, translation }: { view: View; term: Term; translation: TermTranslation | null }) {
  if (translation === null) return <Badge text={view.t('terms.translation.original')} />;
  if (translation.late) return <Badge tone="info" text={view.t('terms.translation.late')} />;
  if (translation.hash !== null) return <Badge tone="success" text={view.t('terms.translation.fixed')} />;
  if (isOutdated(term, translation)) return <Badge tone="warning" text={view.t('terms.translation.outdated')} />;
  return <Badge text={view.t('terms.translation.draft')} />;
}

function Actions({ view, term, row }: { view: View; term: Term; row: Row }): JSX.Element {
  if (row.translation === null) return <></>;
  const name = languageName(row.locale, view.locale);
  const link = (path: string, text: string) => (
    <ButtonLink small href={view.href(path)} text={text} name={view.t('text.labelled', { label: text, value: name })} />
  );
  return (
    <>
      {link(paths.translation(term, row.locale), view.t('terms.read'))}
      {row.translation.hash === null && link(paths.translate(term, row.locale), view.t('action.edit'))}
      {row.translation.hash === null && (
        <ActionForm
          small
          action={view.href(paths.translation(term, row.locale))}
          method="delete"
          text={view.t('action.delete')}
          name={view.t('text.labelled', { label: view.t('action.delete'), value: name })}
        />
      )}
    </>
  );
}

/** The languages of a text, one per row, and a form that adds one. */
export function Languages({ view, term }: { view: View; term: Term }): JSX.Element {
  const rows: Row[] = [
    { locale: term.locale, at: term.updatedAt, translation: null },
    ...term.translations.map((one) => ({ locale: one.locale, at: one.updatedAt, translation: one })),
  ];
  return (
    <section class="pe-stack" aria-labelledby="languages">
      <h2 id="languages">{view.t('terms.languages')}</h2>
      <Table
        view={view}
        caption={view.t('terms.languages')}
        rows={rows}
        columns={[
          {
            label: view.t('terms.translation.language'),
            kind: 'heading',
            cell: ({ locale }) => languageName(locale, view.locale),
          },
          {
            label: view.t('terms.column.state'),
            cell: ({ translation }) => <StateOf view={view} term={term} translation={translation} />,
          },
          {
            label: view.t('terms.changed_on'),
            priority: 2,
            cell: ({ at }) => <Time view={view} at={new Date(at)} precision="minute" />,
          },
          {
            label: view.t('table.actions'),
            kind: 'actions',
            cell: (row) => <Actions view={view} term={term} row={row} />,
          },
        ]}
      />
      <AddLanguage view={view} term={term} />
    </section>
  );
}

/** A form to choose a language: first that of the page, then the others of the panel, then all others by name. */
export function AddLanguage({ view, term }: { view: View; term: Term }): JSX.Element {
  const present = new Set([canonicalTag(term.locale), ...term.translations.map(({ locale }) => locale)]);
  const own = new Set(view.locales);
  const rankOf = (tag: string) => (tag === view.locale ? 0 : own.has(tag) ? 1 : 2);
  const options = [...new Set([...own, ...OFFERED])]
    .filter((tag) => !present.has(tag))
    .map((tag) => ({ value: tag, text: languageName(tag, view.locale) }))
    .toSorted((a, b) => rankOf(a.value) - rankOf(b.value) || a.text.localeCompare(b.text, view.locale));
  if (options.length === 0) return <p class="pe-muted">{view.t('terms.translation.all')}</p>;
  return (
    <form class="pe-row pe-compare" method="get" action={view.href(paths.translate(term))}>
      <SelectField view={view} name="language" label={view.t('terms.translation.add')} required options={options} />
      <Button text={view.t('terms.translation.translate')} />
    </form>
  );
}
