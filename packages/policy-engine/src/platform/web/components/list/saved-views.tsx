/** The views of a list that the reader saved, and the form that saves the present one: links and forms, so that it works without scripts. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { listPath, type ListQuery } from '../../request/list-path.ts';
import type { View } from '../../view/view.ts';
import { ActionForm, Button } from '../button.tsx';
import { TextField } from '../form.tsx';

/** Path of what is saved, below the mount path. */
export const SAVED_VIEWS = '/saved_views';

const sorted = (query: string) => [...new URLSearchParams(query)].map(String).toSorted().join('&');

/** For administrators; nothing for others. @param props.query the parameters of the list, without the page */
export async function SavedViews(props: { view: View; path: string; query: ListQuery }): Promise<JSX.Element> {
  const { view, path, query } = props;
  if (!view.admin) return <></>;
  const views = await view.savedViews(path);
  const present = listPath('', query).slice(1);
  return (
    <details class="pe-columns">
      <summary>
        {view.t('views.title')}
        {views.length > 0 && <span class="pe-count">{views.length.toLocaleString(view.formatLocale)}</span>}
      </summary>
      <div class="pe-views">
        {views.length > 0 && (
          <ul>
            {views.map(({ id, name, query: own }) => (
              <li>
                <a
                  href={view.href(own === '' ? path : `${path}?${own}`)}
                  aria-current={sorted(own) === sorted(present) ? 'page' : undefined}
                >
                  <bdi>{name}</bdi>
                </a>
                <ActionForm
                  small
                  method="delete"
                  action={view.href(`${SAVED_VIEWS}/${id}`)}
                  text={view.t('action.delete')}
                  name={view.t('text.labelled', { label: view.t('action.delete'), value: name })}
                />
              </li>
            ))}
          </ul>
        )}
        <form class="pe-list-search" method="post" action={view.href(SAVED_VIEWS)}>
          <input type="hidden" name="path" value={path} />
          <input type="hidden" name="query" value={present} />
          <TextField view={view} required name="name" label={view.t('views.name')} />
          <Button small text={view.t('views.save')} />
        </form>
        <p class="pe-muted pe-small">{view.t('views.hint')}</p>
      </div>
    </details>
  );
}
