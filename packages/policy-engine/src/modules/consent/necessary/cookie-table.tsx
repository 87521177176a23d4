/** Tables of declared cookies. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { type Column, spoken, Table, type View } from '../../../platform/web/index.ts';
import type { DeclaredCookieJson, NecessaryCookieJson } from './declaration.ts';

/** A text of the host; null for none. @param lang its language, if that is not the one of the page */
function wordsIn(text: string | null, lang: string | undefined): JSX.Element | string | null {
  return lang === undefined || !text ? text || null : <bdi {...spoken(lang)}>{text}</bdi>;
}

function columnsOf<Cookie extends DeclaredCookieJson>(view: View): Column<Cookie>[] {
  return [
    { label: view.t('choice.cookie'), kind: 'heading', cell: ({ name }) => <code>{name}</code> },
    { label: view.t('choice.purpose'), cell: ({ purpose, lang }) => wordsIn(purpose, lang?.['purpose']) },
    { label: view.t('choice.duration'), cell: ({ duration, lang }) => wordsIn(duration, lang?.['duration']) },
    {
      label: view.t('choice.domain'),
      kind: 'fixed',
      priority: 2,
      cell: ({ domain }) => domain ?? view.t('choice.this_site'),
    },
  ];
}

/** The cookies of a script. */
export function CookieTable(props: {
  readonly view: View;
  readonly caption: string;
  readonly cookies: readonly DeclaredCookieJson[];
}): JSX.Element {
  const { view, caption, cookies } = props;
  return <Table view={view} caption={caption} rows={cookies} columns={columnsOf(view)} />;
}

/** A name, and where it is stored unless it is a cookie. */
function StoredName({ view, name, kind }: { view: View } & Pick<NecessaryCookieJson, 'name' | 'kind'>): JSX.Element {
  return (
    <>
      <code>{name}</code>
      {kind !== 'cookie' && ` (${view.t(`choice.kind.${kind}`)})`}
    </>
  );
}

/** What needs no consent, with the third parties that have access to them (CJEU C-673/17, Planet49). */
export function NecessaryTable(props: {
  readonly view: View;
  readonly cookies: readonly NecessaryCookieJson[];
}): JSX.Element {
  const { view, cookies } = props;
  const recipients: Column<NecessaryCookieJson> = {
    label: view.t('choice.recipients'),
    priority: 2,
    cell: ({ recipients, lang }) => wordsIn(recipients, lang?.['recipients']) ?? view.t('choice.no_recipients'),
  };
  const [, ...others] = columnsOf<NecessaryCookieJson>(view);
  const name: Column<NecessaryCookieJson> = {
    label: view.t('choice.cookie'),
    kind: 'heading',
    cell: (cookie) => <StoredName view={view} {...cookie} />,
  };
  return (
    <Table view={view} caption={view.t('choice.necessary')} rows={cookies} columns={[name, ...others, recipients]} />
  );
}
