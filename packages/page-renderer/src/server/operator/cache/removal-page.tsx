/** The page on which a removal is confirmed. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Removal } from '../../../cache/stores/store.ts';
import { Words } from '../../inspect/page/parts.tsx';
import { count } from '../../pages/format.ts';
import { FormTo } from '../frame/frame.tsx';
import { cut } from '../frame/results.tsx';
import type { Visit } from '../frame/visit.ts';
import type { Chosen } from './chosen.ts';

/** Number of URLs that are shown. */
const SHOWN = 20;

/** The page. */
export function RemovalPage(props: { chosen: Chosen; removal: Removal; visit: Visit }): JSX.Element {
  const { chosen, removal, visit } = props;
  const urls = [...new Set(removal.urls)].slice(0, SHOWN);
  const [name, value] =
    chosen.by === 'prefix'
      ? ['prefix', chosen.prefix]
      : chosen.by === 'pattern'
        ? ['pattern', chosen.pattern.text]
        : ['id', visit.parameters.get('id') ?? ''];
  return (
    <section class="narrow">
      <h1>Remove {count(removal.count, 'result')}?</h1>
      <p dir="auto">
        {chosen.by === 'prefix' && (
          <>
            All cached results whose URL begins with <Words>{cut(chosen.prefix)}</Words> are removed.
          </>
        )}
        {chosen.by === 'pattern' && (
          <>
            All cached results whose URL matches <Words>{cut(chosen.pattern.text)}</Words> are removed, in every
            variant.
          </>
        )}
        {chosen.by === 'page' &&
          'All cached results of this page are removed: every variant, with and without a slash at the end of its URL.'}{' '}
        The next request for each of them waits for a render. Results that are being rendered are discarded, too.
      </p>
      {urls.length > 0 && (
        <ul class="list">
          {urls.map((url) => (
            <li>
              <Words>{cut(url)}</Words>
            </li>
          ))}
        </ul>
      )}
      {removal.count > urls.length && urls.length > 0 && (
        <p class="muted small">There may be more of them, and several results of the same URL.</p>
      )}
      <FormTo action="/operator/cache/remove" visit={visit}>
        <input type="hidden" name={name} value={value} />
        <div class="actions">
          <button class="button button-danger" type="submit" disabled={removal.count === 0}>
            Remove {count(removal.count, 'result')}
          </button>
          <a class="button" href="/operator/cache">
            Cancel
          </a>
        </div>
      </FormTo>
    </section>
  );
}
