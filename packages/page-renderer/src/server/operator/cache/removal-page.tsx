/** The page on which a removal is confirmed. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Removal, Selection } from '../../../cache/stores/store.ts';
import { Words } from '../../explain/page/parts.tsx';
import { count } from '../../pages/format.ts';
import { FormTo } from '../frame/frame.tsx';
import { cut } from '../frame/results.tsx';
import type { Visit } from '../frame/visit.ts';

/** Number of URLs that are shown. */
const SHOWN = 20;

/** The page. */
export function RemovalPage(props: { selection: Selection; removal: Removal; visit: Visit }): JSX.Element {
  const { selection, removal, visit } = props;
  const urls = [...new Set(removal.urls)].slice(0, SHOWN);
  const [name, value] =
    selection.by === 'prefix' ? ['prefix', selection.prefix] : ['id', visit.parameters.get('id') ?? ''];
  return (
    <section class="narrow">
      <h1>Remove {count(removal.count, 'result')}?</h1>
      <p dir="auto">
        {selection.by === 'prefix' ? (
          <>
            All cached results whose URL begins with <Words>{cut(selection.prefix)}</Words> are removed.
          </>
        ) : (
          'All cached results of this page are removed: every variant, with and without a slash at the end of its URL.'
        )}{' '}
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
          <button class="button button-danger" type="submit">
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
