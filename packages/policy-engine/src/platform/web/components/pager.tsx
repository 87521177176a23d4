/** Previous and next page of a list; nothing where there is one page. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../view.ts';
import { ButtonLink } from './button.tsx';

/**
 * @param props.page - counted from 1
 * @param props.href - URL of a page
 */
export function Pager(props: { view: View; page: number; pages: number; href: (page: number) => string }): JSX.Element {
  const { view, page, pages, href } = props;
  if (pages <= 1) return <></>;
  return (
    <nav class="pe-pager" aria-label={view.t('pager.label')}>
      <span class="pe-pager-slot">
        {page > 1 && <ButtonLink href={href(page - 1)} text={view.t('pager.previous')} />}
      </span>
      <p>{view.t('pager.position', { page, pages })}</p>
      <span class="pe-pager-slot">
        {page < pages && <ButtonLink href={href(page + 1)} text={view.t('pager.next')} />}
      </span>
    </nav>
  );
}
