import { POLICIES } from '../policies/engine.ts';
import { html, type Html } from './html.ts';

const RULE = `${POLICIES}/user_terms/cookie`;

/** Asks for the cookies, at the end of the page and above nothing: two buttons of the same weight, and the text to read. */
export function cookieNotice(path: string): Html {
  return html`<section class="cookie-notice" aria-labelledby="cookie-notice" data-nosnippet>
    <form class="wrap cookie-notice-row" method="post">
      <input type="hidden" name="_method" value="PUT" />
      <input type="hidden" name="return_to" value="${path}" />
      <div>
        <h2 id="cookie-notice">May we set a few cookies?</h2>
        <p>
          They count visits and remember what you looked at. The shop works without them.
          <a href="${RULE}">What they are</a>
        </p>
      </div>
      <div class="cookie-notice-buttons">
        <button class="button button-quiet" formaction="${RULE}/reject">Refuse</button>
        <button class="button button-quiet" formaction="${RULE}/accept">Accept</button>
      </div>
    </form>
  </section>`;
}
