/** The document around every page. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { isolated } from '../../../i18n/language.ts';
import { safeHref } from '../../view/safe-href.ts';
import { navigationGroups, type NavigationItem, type Page, type View } from '../../view/view.ts';
import { Icon } from '../text/icon.tsx';
import { Notice } from './notice.tsx';
import { UndoButton } from './undo-button.tsx';

/** Path of the list of all pages, below the mount path. */
export const ALL_PAGES = '/all_pages';
/** Path of the search over everything. */
export const SEARCH = '/search';
/** Path of the page with what a reader chooses for their own browser. */
export const PREFERENCES = '/preferences';

/** The navigation entry of the page: the most specific one if several match. */
function placeOf({ path, navigation }: View): NavigationItem | undefined {
  const inBar = navigation.filter(({ isOnlyListed = false }) => !isOnlyListed);
  const leading = inBar.flatMap((item) =>
    [item.path, ...(item.covers ?? [])]
      .filter((covered) => path === covered || path.startsWith(`${covered}/`))
      .map((covered) => ({ item, length: covered.length })),
  );
  return leading.toSorted((a, b) => b.length - a.length)[0]?.item;
}

/** The pages that the reader may open. */
export function pagesFor(view: View): NavigationItem[] {
  return view.navigation.filter(({ area, isPublic = false }) =>
    area === 'admin' ? view.admin : view.user !== null || isPublic,
  );
}

function NavigationLink({ view, item }: { view: View; item: NavigationItem }): JSX.Element {
  return (
    <li>
      <a href={view.href(item.path)} aria-current={placeOf(view) === item ? 'page' : undefined}>
        {view.text(item.label)}
      </a>
    </li>
  );
}

/** The links of a list of pages. */
function Links({ view, items, labelledBy }: { view: View; items: NavigationItem[]; labelledBy?: string }): JSX.Element {
  if (items.length === 0) return <></>;
  return (
    <ul aria-labelledby={labelledBy}>
      {items.map((item) => (
        <NavigationLink view={view} item={item} />
      ))}
    </ul>
  );
}

function Navigation({ view }: { view: View }): JSX.Element {
  const shown = pagesFor(view).filter(({ isOnlyListed = false }) => !isOnlyListed);
  const user = shown.filter(({ area }) => area === 'user');
  const admin = shown.filter(({ area }) => area === 'admin');
  if (user.length + admin.length === 0) return <></>;
  // A button that unfolds one link would only hide it.
  if (user.length + admin.length === 1) {
    return (
      <nav class="pe-nav" aria-label={view.t('app.navigation')}>
        <Links view={view} items={[...user, ...admin]} />
      </nav>
    );
  }
  return (
    <nav class="pe-nav" aria-label={view.t('app.navigation')}>
      <details class="pe-menu">
        <summary>{view.t('app.menu')}</summary>
        {admin.length > 0 ? <AdminMenu view={view} user={user} admin={admin} /> : <Links view={view} items={user} />}
      </details>
    </nav>
  );
}

/** All pages for administrators in groups; below them what concerns the administrator as a person. */
function AdminMenu({
  view,
  user,
  admin,
}: {
  view: View;
  user: NavigationItem[];
  admin: NavigationItem[];
}): JSX.Element {
  return (
    <div class="pe-admin">
      <form
        class="pe-menu-search"
        method="get"
        action={view.href(SEARCH)}
        role="search"
        aria-label={view.t('search.title')}
      >
        <input
          class="pe-input"
          type="search"
          name="q"
          maxlength={100}
          placeholder={view.t('list.search')}
          aria-label={view.t('search.title')}
          aria-keyshortcuts={view.hasKeys ? '/ Control+K' : 'Control+K'}
        />
      </form>
      <Links view={view} items={admin.filter(({ group }) => group === undefined)} />
      {navigationGroups.map((name) => {
        const items = admin.filter(({ group }) => group === name);
        if (items.length === 0) return <></>;
        return (
          <div>
            <span id={`pe-group-${name}`}>{view.t(`app.group.${name}`)}</span>
            <Links view={view} items={items} labelledBy={`pe-group-${name}`} />
          </div>
        );
      })}
      <div class="pe-own">
        <Links view={view} items={user} />
        <Site view={view} />
        <Account view={view} />
      </div>
    </div>
  );
}

/** The way back to the host's site. */
function Site({ view }: { view: View }): JSX.Element {
  const { homeUrl, siteName, name } = view.appearance;
  if (homeUrl === undefined) return <></>;
  const site = siteName ?? name;
  return (
    <div class="pe-account pe-site">
      <a href={safeHref(homeUrl)}>
        {site === undefined ? view.t('app.to_site') : view.t('app.to_site_named', { site: isolated(site) })}
      </a>
    </div>
  );
}

function Account({ view }: { view: View }): JSX.Element {
  const isSignedIn = view.user !== null;
  const url = isSignedIn ? view.logoutUrl : view.loginUrl;
  if (url === undefined) return <></>;
  return (
    <div class="pe-account">
      <a href={safeHref(url)}>{view.t(isSignedIn ? 'app.sign_out' : 'app.sign_in')}</a>
    </div>
  );
}

/** On each page in the same place: a second way to every page, and the switch of parts that are drawn again by themselves. */
function Footer({ view }: { view: View }): JSX.Element {
  return (
    <footer class="pe-foot">
      <a href={view.href(ALL_PAGES)}>{view.t('app.all_pages')}</a>
      {/* Shown by the script of the page, if such a part is there (WCAG 2.2.2). */}
      <button type="button" class="pe-button pe-button-small" data-pause={view.t('app.resume')} hidden>
        {view.t('app.pause')}
      </button>
    </footer>
  );
}

function Document({ view, page }: { view: View; page: Page }): JSX.Element {
  const name = view.appearance.name ?? view.t('app.name');
  const hasAdminMenu = view.admin && pagesFor(view).some(({ area }) => area === 'admin');
  // Pages for administrators use the width of the window, pages for people do not: all of theirs begin at the same edge.
  const isForAdmins = placeOf(view)?.area === 'admin' || (hasAdminMenu && [ALL_PAGES, SEARCH].includes(view.path));
  const classes = [hasAdminMenu && 'pe-sided', view.admin && isForAdmins && 'pe-desk'].filter(Boolean);
  return (
    <html
      lang={view.locale}
      dir={view.dir}
      data-keys={view.hasKeys ? '' : undefined}
      data-format-locale={view.formatLocale === view.locale ? undefined : view.formatLocale}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${page.title} · ${name}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={view.asset('panel.css')} />
        {view.appearance.stylesheets?.map((url) => (
          <link rel="stylesheet" href={safeHref(url)} />
        ))}
        {view.nonce !== '' && <script src={view.asset('panel.js')} nonce={view.nonce} defer />}
      </head>
      <body class={classes.length > 0 ? classes.join(' ') : undefined}>
        <a class="pe-skip" href="#content">
          {view.t('app.skip')}
        </a>
        <header class="pe-top">
          <div class="pe-top-row">
            <a class="pe-brand" href={safeHref(view.appearance.homeUrl ?? view.href('/'))}>
              <Icon name="shield" size={24} />
              <bdi>{name}</bdi>
            </a>
            <Navigation view={view} />
            {!hasAdminMenu && (
              <>
                <Site view={view} />
                <Account view={view} />
              </>
            )}
          </div>
        </header>
        <div class="pe-page">
          <main class="pe-main" id="content" tabindex={-1}>
            {view.notice !== null && page.saysNotice !== true && (
              <Notice view={view} tone="success" text={view.text(view.notice.key)} live>
                <UndoButton view={view} about={view.notice.about} />
              </Notice>
            )}
            {page.content}
          </main>
          <Footer view={view} />
        </div>
      </body>
    </html>
  );
}

/** The whole HTML document of a page. */
export async function renderDocument(view: View, page: Page): Promise<string> {
  // A promise if a component of the page is asynchronous; the types don't show that.
  const node: { toString(): string | Promise<string> } = Document({ view, page });
  return `<!doctype html>${await node.toString()}`;
}
