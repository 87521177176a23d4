/** The pages of a list: first, previous, next, last, and the current one; empty if there is only one page. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { safeHref } from '../../view/safe-href.ts';
import type { View } from '../../view/view.ts';
import { Icon, type IconName } from '../text/icon.tsx';

interface Step {
  readonly icon: IconName;
  readonly text: string;
  /** The target page; null if there is none. */
  readonly to: number | null;
  readonly rel?: 'prev' | 'next';
}

/**
 * Also links back from a page beyond the end.
 *
 * @param props.page - counted from 1
 * @param props.href - URL of a page
 * @param props.isCapped - whether there are more entries than the pages show. Default: false
 */
export function Pager(props: {
  view: View;
  page: number;
  pages: number;
  href: (page: number) => string;
  isCapped?: boolean;
}): JSX.Element {
  const { view, page, pages, href, isCapped = false } = props;
  if (pages <= 1 && page <= pages) return <></>;
  const isBeyond = page > pages;
  const number = (value: number) => value.toLocaleString(view.formatLocale);
  const before: Step[] = [
    { icon: 'first', text: view.t('pager.first'), to: page > 1 ? 1 : null },
    { icon: 'back', text: view.t('pager.previous'), to: page > 1 && !isBeyond ? page - 1 : null, rel: 'prev' },
  ];
  const after: Step[] = [
    { icon: 'forward', text: view.t('pager.next'), to: page < pages ? page + 1 : null, rel: 'next' },
    { icon: 'last', text: view.t('pager.last'), to: page === pages || pages <= 1 ? null : pages },
  ];
  const slot = (steps: readonly Step[]) => (
    <span class="pe-pager-slot">
      {steps.map(
        ({ icon, text, to, rel }) =>
          to !== null && (
            <a class="pe-button" href={safeHref(href(to))} rel={rel} aria-label={text}>
              <Icon name={icon} size={16} />
              <span class="pe-pager-text">{text}</span>
            </a>
          ),
      )}
    </span>
  );
  return (
    <nav class="pe-pager" aria-label={view.t('pager.label')}>
      {slot(before)}
      <p class={isBeyond ? 'pe-pager-beyond' : undefined}>
        {isBeyond
          ? view.t('pager.beyond', { page: number(page), pages: number(pages) })
          : view.t('pager.position', { page: number(page), pages: number(pages) })}
      </p>
      {slot(after)}
      {isCapped && page >= pages && <p class="pe-pager-note">{view.t('pager.capped')}</p>}
    </nav>
  );
}
