/** The page that checks a receipt in the browser: one file without dependencies, which also works when it is saved. */
import { hash } from 'node:crypto';
import { raw } from 'hono/html';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Icon, type IconName, Notice, PageHeader } from '../../../../platform/web/index.ts';
import type { Language, TextKey } from '../../../../platform/web/index.ts';
import { texts } from '../../texts/texts.generated.ts';
import { verifierCss, verifierJs } from '../verifier.generated.ts';

const source = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/**
 * Allows only this script and this style sheet, and no connections. It is in the page too, for the saved file. Only the
 * header can forbid frames.
 */
const POLICY = [
  "default-src 'none'",
  `script-src ${source(verifierJs)}`,
  `style-src ${source(verifierCss)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const verifierPolicy: string = `${POLICY}; frame-ancestors 'none'`;

/** Name of the saved file. */
export const VERIFIER_FILE = 'receipt-verifier.html';

/** Texts from which the script composes its results. */
const TAKEN_ALONG = Object.keys(texts.en).filter((key) =>
  /^ledger\.(?:verifier|receipt|decision|how|kind|policy|at$|subject|visitor|erased)/.test(key),
) as readonly TextKey[];

const ICONS = ['success', 'info', 'warning', 'danger'] as const satisfies readonly IconName[];

/** The document, in a language. @param siteName the name in its header; undefined for the engine's own word */
export function verifierDocument(language: Language, siteName: string | undefined): string {
  const { locale, formatLocale, dir, t, text } = language;
  const name = siteName ?? t('app.name');
  const words = Object.fromEntries(TAKEN_ALONG.map((key) => [key, text(key)]));
  const document: { toString(): string } = (
    <html lang={locale} dir={dir} data-format-locale={formatLocale === locale ? undefined : formatLocale}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${t('ledger.verifier.title')} · ${name}`}</title>
        <link rel="icon" href="data:," />
        <style>{raw(verifierCss)}</style>
      </head>
      <body>
        <header class="pe-top">
          <div class="pe-top-row">
            <span class="pe-brand">
              <Icon name="shield" size={24} />
              <bdi>{name}</bdi>
            </span>
          </div>
        </header>
        <main class="pe-main">
          <PageHeader title={t('ledger.verifier.title')} lead={t('ledger.verifier.lead')} />
          <noscript>
            <Notice view={language} tone="warning" text={t('ledger.verifier.noscript')} />
          </noscript>
          <div id="unable" hidden>
            <Notice view={language} tone="danger" text={t('ledger.verifier.unable')} />
          </div>
          <Questions language={language} />
          <div id="outcome" class="pe-stack" />
          <div id="save" class="pe-row">
            <a class="pe-button pe-button-small" href="" download={VERIFIER_FILE}>
              {t('ledger.verifier.save.action')}
            </a>
            <span class="pe-muted pe-small">{t('ledger.verifier.save')}</span>
          </div>
        </main>
        {ICONS.map((name) => (
          <template id={`icon-${name}`}>
            <Icon name={name} />
          </template>
        ))}
        <script type="application/json" id="texts">
          {raw(JSON.stringify(words).replaceAll('<', '\\u003c'))}
        </script>
        <script type="module">{raw(verifierJs)}</script>
      </body>
    </html>
  );
  return `<!doctype html>${document.toString()}`;
}

/** The form. Hidden without the script. */
function Questions({ language: { t } }: { language: Language }): JSX.Element {
  return (
    <form id="check" class="pe-card pe-form" autocomplete="off" hidden>
      <Lines id="receipt" label={t('ledger.verifier.receipt')} hint={t('ledger.verifier.receipt.hint')} />
      <label class="pe-button pe-button-small pe-file">
        {t('ledger.verifier.file')}
        <input type="file" id="file" accept=".json,application/json" />
      </label>
      <Lines id="keys" label={t('ledger.verifier.keys')} hint={t('ledger.verifier.keys.hint')} />
      <details>
        <summary>{t('ledger.verifier.noted')}</summary>
        <div class="pe-stack">
          <Lines
            id="noted"
            label={t('ledger.verifier.noted.checkpoint')}
            hint={t('ledger.verifier.noted.checkpoint.hint')}
          />
          <Lines
            id="consistency"
            label={t('ledger.verifier.noted.consistency')}
            hint={t('ledger.verifier.noted.consistency.hint')}
          />
        </div>
      </details>
      <div class="pe-actions">
        <button type="submit" class="pe-button pe-button-primary">
          {t('ledger.verifier.check')}
        </button>
      </div>
    </form>
  );
}

function Lines({ id, label, hint }: { id: string; label: string; hint: string }): JSX.Element {
  return (
    <div class="pe-field pe-field-wide">
      <label for={id}>{label}</label>
      <span class="pe-hint" id={`${id}-hint`}>
        {hint}
      </span>
      <textarea
        id={id}
        class="pe-input pe-input-code"
        aria-describedby={`${id}-hint`}
        spellcheck={false}
        autocapitalize="off"
      />
    </div>
  );
}
