/** A text with its table of contents. */
import { raw } from 'hono/html';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Prose, type View } from '../../../platform/web/index.ts';
import { withContents } from '../markdown/contents.ts';

/** Number of headings from which a table of contents is shown. */
const FEWEST = 3;

/** @param props.html - from `TermsService.html` */
export function TextWithContents(props: { view: View; html: string; locale: string }): JSX.Element {
  const { view, locale } = props;
  const { html, headings } = withContents(props.html);
  if (headings.length < FEWEST) return <Prose html={props.html} locale={locale} />;
  return (
    <div class="pe-contents-frame">
      <nav class="pe-contents" aria-labelledby="contents">
        <h3 class="pe-overline" id="contents">
          {view.t('terms.contents')}
        </h3>
        <ol lang={locale} dir="auto">
          {headings.map(({ id, level, html: words }) => (
            <li class={`pe-contents-${Math.min(level, 4)}`}>
              <a href={`#${id}`}>{raw(words)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <Prose html={html} locale={locale} />
    </div>
  );
}
