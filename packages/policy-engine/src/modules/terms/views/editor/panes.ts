/** What is offered beside the text of an editor. */
import type { View } from '../../../../platform/web/index.ts';
import { renderedDifference } from '../../comparison/rendered-difference.ts';
import { languageName } from '../../translations/languages.ts';
import type { Term } from '../../term.ts';
import { titleOf } from '../term-parts.tsx';
import type { Beside, Pane } from './editing.tsx';

/** The texts of an editor, as HTML. */
export interface PaneTexts {
  /** The written text; null if it cannot be rendered. */
  readonly html: string | null;
  readonly locale: string | undefined;
  /** The last version and its text in this language, if it has one. */
  readonly before: { readonly term: Term; readonly html: string } | null;
  /** The text that is translated. */
  readonly original?: { readonly html: string; readonly locale: string };
}

/** In the order of the links to them. */
export function panesOf(view: View, { html, locale, before, original }: PaneTexts): readonly Pane[] {
  const panes: Pane[] = [{ name: 'preview', label: view.t('terms.preview'), html, locale }];
  if (original !== undefined) {
    const language = languageName(original.locale, view.locale);
    const label = view.t('terms.translation.original_text', { language });
    panes.unshift({ name: 'original', label, html: original.html, locale: original.locale });
  }
  if (before !== null) {
    const difference = html === null ? null : renderedDifference(before.html, html, view);
    panes.push(
      { name: 'changes', label: view.t('terms.difference.title'), html: difference, locale },
      { name: 'before', label: titleOf(view, before.term), html: before.html, locale },
    );
  }
  return panes;
}

/** The one that was asked for, if it is offered; else the first. */
export function shownOf(panes: readonly Pane[], asked: Beside | undefined): Beside {
  return panes.find(({ name }) => name === asked)?.name ?? panes[0]?.name ?? 'preview';
}
