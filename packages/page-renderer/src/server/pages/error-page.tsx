/** The page of an error, for a person who requested HTML. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../kernel/errors.ts';
import { BASE_CSS } from './base.css.ts';
import { Frame, htmlDocument } from './document.tsx';
import { Icon } from './icon.tsx';
import { ended } from './notice.tsx';
import { errorTitle, remedyFor } from './texts.ts';

const CSS = `${BASE_CSS}
.error { max-inline-size: 640px; inline-size: 100%; margin: 24px auto; display: grid; gap: 16px; justify-items: start; }
.error > svg { color: var(--tone); }
.error .small { border-block-start: 1px solid var(--border); padding-block-start: 16px; inline-size: 100%; }
`;

/**
 * Writes the page of an error.
 *
 * @param requestId also in the log, so that an operator can find the line
 */
export function errorPage(error: RendererError, requestId: string): { html: string; policy: string } {
  return htmlDocument({ title: `${errorTitle(error)} · Page renderer`, body: body(error, requestId), css: CSS });
}

function body(error: RendererError, requestId: string): JSX.Element {
  const way = remedyFor(error.code);
  const tone = error.status >= 500 ? 'danger' : 'warning';
  return (
    <Frame>
      <div class={`card error tone-${tone}`}>
        <Icon name={tone} size={32} />
        <h1>{errorTitle(error)}</h1>
        <p dir="auto">{ended(error.shown)}</p>
        {way !== undefined && <p class="muted">{way}</p>}
        <a class="button" href="/">
          Compare a page
        </a>
        <p class="small muted">
          {error.status} · {error.code} · request ID {requestId}
        </p>
      </div>
    </Frame>
  );
}
