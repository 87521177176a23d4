/**
 * A mail as text and as HTML: one column, one button, no external resources. Styles are inline, since mail programs
 * drop style sheets; the style sheet only adds dark colours for those that keep it.
 */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { MailContent, MailContext } from './content.ts';

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace";

const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .pe-body, .pe-page { background: #121417 !important; }
  .pe-card { background: #1b1e23 !important; border-color: #353a43 !important; }
  .pe-text { color: #e9eaec !important; }
  .pe-muted { color: #a6abb3 !important; }
  .pe-line { border-color: #353a43 !important; }
  .pe-button { background: #82adff !important; color: #0b1530 !important; }
  .pe-link { color: #82adff !important; }
}
`;

const text = (more: string): string =>
  `margin:0 0 16px;font-size:16px;line-height:1.55;color:#1c1d1f;overflow-wrap:anywhere;${more}`;

/** The mail as plain text. */
export function mailText(
  content: MailContent,
  { sender, language: { t } }: Pick<MailContext, 'sender' | 'language'>,
): string {
  const { subject, reason, paragraphs, quote, facts = [], button, withoutButton } = content;
  const [first = '', ...others] = paragraphs;
  const blocks = [
    t('text.labelled', { label: sender, value: reason }),
    subject,
    first,
    ...(quote === undefined ? [] : [quoted(quote)]),
    ...(facts.length === 0
      ? []
      : [facts.map(({ label, value }) => t('text.labelled', { label, value }).replaceAll(/\s+/g, ' ')).join('\n')]),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...(withoutButton === undefined ? [] : [withoutButton]),
    ...others,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function quoted(words: string): string {
  return words
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}

/** The mail as an HTML document. */
export async function mailHtml(
  content: MailContent,
  { sender, language }: Pick<MailContext, 'sender' | 'language'>,
): Promise<string> {
  const { subject, reason, paragraphs, quote, facts = [], button, withoutButton } = content;
  const [first = '', ...others] = paragraphs;
  const page: { toString(): string | Promise<string> } = (
    <html lang={language.locale} dir={language.dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
      </head>
      <body class="pe-body" style={`margin:0;padding:0;background:#f6f6f4;font-family:${FONT}`}>
        <table
          class="pe-page"
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#f6f6f4"
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              {/* Mail programs drop what surrounds the body, and with it the language. */}
              <div
                role="article"
                aria-label={subject}
                lang={language.locale}
                dir={language.dir}
                style="max-width:560px;margin:0 auto;text-align:start"
              >
                <p
                  class="pe-muted"
                  style="margin:0 0 12px;padding:0 4px;font-size:13px;line-height:1.5;color:#5b5f66;overflow-wrap:anywhere"
                >
                  <strong>{sender}</strong>
                  {language.t('text.labelled', { label: '', value: reason })}
                </p>
                <div
                  class="pe-card"
                  style="background:#ffffff;border:1px solid #d8dade;border-radius:12px;padding:28px 24px 12px"
                >
                  <h1
                    class="pe-text"
                    style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#1c1d1f;overflow-wrap:anywhere"
                  >
                    {subject}
                  </h1>
                  <p class="pe-text" style={text('')}>
                    {first}
                  </p>
                  {quote !== undefined && (
                    <blockquote
                      class="pe-text pe-line"
                      dir="auto"
                      style={text('padding:2px 16px;border-inline-start:3px solid #d8dade;white-space:pre-line')}
                    >
                      {quote}
                    </blockquote>
                  )}
                  {facts.length > 0 && <Facts facts={facts} />}
                  {button !== undefined && <Button {...button} />}
                  {withoutButton !== undefined && (
                    <p class="pe-text" style={text('')}>
                      {withoutButton}
                    </p>
                  )}
                  {others.map((paragraph) => (
                    <p class="pe-muted" style={text('font-size:14px;color:#5b5f66')}>
                      {paragraph}
                    </p>
                  ))}
                </div>
              </div>
            </td>
          </tr>
        </table>
      </body>
    </html>
  );
  return `<!doctype html>\n${await page.toString()}`;
}

function Button({ label, url }: { label: string; url: string }): JSX.Element {
  return (
    <p style="margin:8px 0 24px">
      <a
        class="pe-button"
        href={url}
        style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fd6;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none"
      >
        {label}
      </a>
    </p>
  );
}

function Facts({ facts }: { facts: NonNullable<MailContent['facts']> }): JSX.Element {
  return (
    <dl style="margin:0 0 16px">
      {facts.map(({ label, value }) => (
        <div class="pe-line" style="padding:8px 0;border-top:1px solid #d8dade">
          <dt class="pe-muted" style="font-size:13px;line-height:1.5;color:#5b5f66;overflow-wrap:anywhere">
            {label}
          </dt>
          <dd class="pe-text" style={`margin:0;font-size:15px;line-height:1.5;color:#1c1d1f;${wrapping(value)}`}>
            <span dir="auto">{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Hashes and signatures are long words that must be copied exactly. */
function wrapping(value: string): string {
  return /\S{40}/.test(value) ? `overflow-wrap:anywhere;font-size:13px;font-family:${MONO}` : 'overflow-wrap:anywhere';
}
