/** A policy text within a page. */
import { raw } from 'hono/html';
import type { JSX } from 'hono/jsx/jsx-runtime';

/** @param props.html - from `TermsService.html`, the only source that is safe to insert unescaped */
export function Prose({ html, locale }: { html: string; locale: string | undefined }): JSX.Element {
  return (
    <div class="pe-prose" lang={locale} dir="auto">
      {raw(html)}
    </div>
  );
}
