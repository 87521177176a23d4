/** The cookie declaration, to be linked from the host's footer. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, type Page, PageHeader, spoken, type View } from '../../../../platform/web/index.ts';
import { type DeclarationJson, type DeclaredScriptJson, STORED_WORDS } from '../declaration.ts';
import { CookieTable, NecessaryTable } from '../../necessary/cookie-table.tsx';

export function declarationPage(view: View, { necessary, rules }: DeclarationJson): Page {
  const title = view.t('choice.declaration');
  const settings = <ButtonLink href={view.href('/privacy#browser')} text={view.t('choice.title')} />;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('choice.declaration.lead')} action={settings} />
      <section class="pe-stack" aria-labelledby="necessary">
        <h2 id="necessary">{view.t('choice.necessary')}</h2>
        <p>{view.t('choice.necessary_text')}</p>
        <NecessaryTable view={view} cookies={necessary} />
      </section>
      {rules.map(({ name, label, description, scripts, lang }) => (
        <section class="pe-stack" aria-labelledby={`rule-${name}`}>
          <h2 id={`rule-${name}`} {...spoken(lang?.['label'])}>
            <bdi>{label}</bdi>
          </h2>
          {description !== '' && (
            <p dir="auto" {...spoken(lang?.['description'])}>
              {description}
            </p>
          )}
          {scripts.map((script) => (
            <ScriptCard view={view} script={script} />
          ))}
        </section>
      ))}
    </>
  );
  return { title, content };
}

function ScriptCard({ view, script }: { view: View; script: DeclaredScriptJson }): JSX.Element {
  const { name, provider, description, cookies, lang } = script;
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
      {description !== '' && (
        <p dir="auto" {...spoken(lang?.['description'])}>
          {description}
        </p>
      )}
      {cookies.length > 0 ? (
        <CookieTable
          view={view}
          caption={view.t('text.labelled', { label: view.t('choice.cookies'), value: name })}
          cookies={cookies}
        />
      ) : (
        <p class="pe-muted">{view.t('choice.no_cookies')}</p>
      )}
      {Object.entries(STORED_WORDS).map(([store, words]) => (
        <Keys view={view} label={view.t(words)} keys={script[store as keyof typeof STORED_WORDS]} />
      ))}
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
