/** The languages of a draft as tabs above its editor: which are written, which are missing or older than the text. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, type View } from '../../../../platform/web/index.ts';
import { languageName, missingLanguages } from '../../translations/languages.ts';
import type { Term } from '../../term.ts';
import { isOutdated } from '../languages.tsx';
import { paths } from '../term-parts.tsx';

interface Tab {
  readonly locale: string;
  readonly href: string;
  readonly badge: JSX.Element | null;
}

/**
 * @param props.term - null for a text that is not stored yet
 * @param props.before - the last version: its languages are expected
 * @param props.locale - the language that is written now
 */
export function LanguageTabs(props: {
  view: View;
  term: Term | null;
  before: Term | null;
  locale: string;
}): JSX.Element {
  const { view, term, before, locale } = props;
  if (term === null || term.state !== 'draft') {
    return <p class="pe-muted pe-small">{view.t('terms.languages.after_saving')}</p>;
  }
  const outdated = <Badge tone="warning" text={view.t('terms.translation.outdated')} />;
  const lacking = <Badge tone="warning" text={view.t('terms.translation.lacking')} />;
  const written = term.translations.map((one) => ({ tag: one.locale, badge: isOutdated(term, one) ? outdated : null }));
  const missing = missingLanguages(term, before).map((tag) => ({ tag, badge: lacking }));
  const tabs: Tab[] = [
    { locale: term.locale, href: paths.edit(term), badge: <Badge text={view.t('terms.translation.original')} /> },
    ...[...written, ...missing].map(({ tag, badge }) => ({ locale: tag, href: paths.translate(term, tag), badge })),
  ];
  // A language that was just added has no text yet.
  if (tabs.every((tab) => tab.locale !== locale)) {
    tabs.push({ locale, href: paths.translate(term, locale), badge: null });
  }
  return (
    <nav class="pe-tabs" aria-label={view.t('terms.languages')}>
      {tabs.map((tab) => (
        <a href={view.href(tab.href)} aria-current={tab.locale === locale ? 'page' : undefined}>
          <span lang={tab.locale}>{languageName(tab.locale)}</span> {tab.badge}
        </a>
      ))}
      <a href={view.href(paths.translate(term))}>{view.t('terms.translation.add')}</a>
    </nav>
  );
}
