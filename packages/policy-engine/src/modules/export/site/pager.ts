/**
 * Links between pages. The number of pages is known only after the last one is written, so a script shows it, if scripts may run.
 */
import type { Translate } from '../../../platform/i18n/language.ts';
import { escapeHtml } from '../templates/safe-html.ts';

/** Position of a page. */
export interface PagerOptions {
  readonly t: Translate;
  readonly rule: string;
  /** Counted from 1. */
  readonly page: number;
  readonly hasNext: boolean;
}

/** Links to the pages around a page; nothing for a single page. */
export function pagerHtml({ t, rule, page, hasNext }: PagerOptions): string {
  if (page === 1 && !hasNext) return '';
  const href = (to: number): string => pageHref(page, to);
  const numbers = [...new Set([1, page - 2, page - 1, page, ...(hasNext ? [page + 1] : [])])].filter((to) => to >= 1);
  const items = numbers.map((to, index) => {
    const gap = index > 0 && to > (numbers[index - 1] ?? 0) + 1 ? '<li class="book-gap">…</li>' : '';
    const label = escapeHtml(t('export.page', { page: to }));
    if (to === page) return `${gap}<li><a href="${href(to)}" aria-current="page" aria-label="${label}">${to}</a></li>`;
    return `${gap}<li><a href="${href(to)}" aria-label="${label}">${to}</a></li>`;
  });
  const previous =
    page > 1
      ? `<a class="pe-button" rel="prev" href="${href(page - 1)}">${escapeHtml(t('pager.previous'))}</a>`
      : '<span></span>';
  const next = hasNext
    ? `<a class="pe-button" rel="next" href="${href(page + 1)}">${escapeHtml(t('pager.next'))}</a>`
    : '<span></span>';
  const last = escapeHtml(t('export.page', { page: '#' }));
  return (
    `<nav class="book-pager" aria-label="${escapeHtml(t('pager.label'))}" data-rule="${rule}" data-page="${page}" data-label="${last}">` +
    `${previous}<ol>${items.join('')}</ol>${next}</nav>\n`
  );
}

/** Link from a page of a rule to another: page 1 is in the rule's folder, the others in folders of their own. */
function pageHref(from: number, to: number): string {
  if (from === 1) return to === 1 ? 'index.html' : `${to}/index.html`;
  return to === 1 ? '../index.html' : `../${to}/index.html`;
}
