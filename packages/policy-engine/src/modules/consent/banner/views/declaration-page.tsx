/** The cookie declaration, to be linked from the host's footer. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, type Page, PageHeader, Table, type View } from '../../../../platform/web/index.ts';
import type { DeclarationJson, DeclaredCookieJson, DeclaredScriptJson } from '../declaration.ts';

export function declarationPage(view: View, { necessary, rules }: DeclarationJson): Page {
  const title = view.t('choice.declaration');
  const settings = <ButtonLink href={view.href('/privacy#browser')} text={view.t('choice.title')} />;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('choice.declaration.lead')} action={settings} />
      {rules.map(({ name, label, description, scripts }) => (
        <section class="pe-stack" aria-labelledby={`rule-${name}`}>
          <h2 id={`rule-${name}`}>
            <bdi>{label}</bdi>
          </h2>
          {description !== '' && <p dir="auto">{description}</p>}
          {scripts.map((script) => (
            <ScriptCard view={view} script={script} />
          ))}
        </section>
      ))}
      <section class="pe-stack" aria-labelledby="necessary">
        <h2 id="necessary">{view.t('choice.necessary')}</h2>
        <p>{view.t('choice.necessary_text')}</p>
        <CookieTable view={view} caption={view.t('choice.necessary')} cookies={necessary} />
      </section>
    </>
  );
  return { title, content };
}

function ScriptCard({ view, script }: { view: View; script: DeclaredScriptJson }): JSX.Element {
  const { name, provider, description, cookies, local_storage: local, session_storage: session } = script;
  return (
    <div class="pe-card pe-stack">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      {provider !== '' && (
        <p class="pe-muted">
          {view.t('app.label', { label: view.t('choice.provider') })} <bdi>{provider}</bdi>
        </p>
      )}
      {description !== '' && <p dir="auto">{description}</p>}
      {cookies.length > 0 ? (
        <CookieTable view={view} caption={`${view.t('choice.cookies')}: ${name}`} cookies={cookies} />
      ) : (
        <p class="pe-muted">{view.t('choice.no_cookies')}</p>
      )}
      <Keys view={view} label={view.t('choice.local_storage')} keys={local} />
      <Keys view={view} label={view.t('choice.session_storage')} keys={session} />
    </div>
  );
}

function Keys({ view, label, keys }: { view: View; label: string; keys: readonly string[] }): JSX.Element {
  if (keys.length === 0) return <></>;
  return (
    <p>
      {view.t('app.label', { label })}{' '}
      {keys.map((key, index) => (
        <>
          {index > 0 && ', '}
          <code>{key}</code>
        </>
      ))}
    </p>
  );
}

function CookieTable(props: { view: View; caption: string; cookies: readonly DeclaredCookieJson[] }): JSX.Element {
  const { view, caption, cookies } = props;
  return (
    <Table
      view={view}
      caption={caption}
      rows={cookies}
      columns={[
        { label: view.t('choice.cookie'), kind: 'heading', cell: ({ name }) => <code>{name}</code> },
        { label: view.t('choice.purpose'), cell: ({ purpose }) => purpose || '–' },
        { label: view.t('choice.duration'), cell: ({ duration }) => duration || '–' },
        {
          label: view.t('choice.domain'),
          kind: 'fixed',
          priority: 2,
          cell: ({ domain }) => domain ?? view.t('choice.this_site'),
        },
      ]}
    />
  );
}
