/** A list of all pages: a second way to each of them, besides the navigation and the links of other pages. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  navigationGroups,
  type NavigationItem,
  type Page,
  PageHeader,
  pagesFor,
  type View,
} from '../../../platform/web/index.ts';

interface PageLink {
  readonly href: string;
  readonly text: string;
  /** For screen readers, where another page may be called the same. Default: the text. */
  readonly name?: string;
}

/** @param policies links to the texts in force */
export function allPagesPage(view: View, policies: readonly PageLink[]): Page {
  const title = view.t('app.all_pages');
  const pages = pagesFor(view);
  const linksTo = (items: readonly NavigationItem[]): PageLink[] =>
    items.map(({ path, label }) => ({ href: view.href(path), text: view.text(label) }));
  const inGroup = (name: NavigationItem['group']) =>
    linksTo(pages.filter(({ area, group }) => area === 'admin' && group === name));
  const content = (
    <>
      <PageHeader title={title} lead={view.t('home.pages.lead')} />
      <div class="pe-page-lists">
        <Links heading={view.t('app.administration')} links={inGroup(undefined)} />
        {navigationGroups.map((name) => (
          <Links heading={view.t(`app.group.${name}`)} links={inGroup(name)} />
        ))}
        <Links heading={view.t('home.title')} links={policies} />
        <Links heading={view.t('home.pages.mine')} links={linksTo(pages.filter(({ area }) => area === 'user'))} />
      </div>
    </>
  );
  return { title, content };
}

function Links({ heading, links }: { heading: string; links: readonly PageLink[] }): JSX.Element {
  if (links.length === 0) return <></>;
  return (
    <section class="pe-card">
      <h2>{heading}</h2>
      <ul class="pe-page-list">
        {links.map(({ href, text, name }) => (
          <li>
            <a href={href} aria-label={name}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
