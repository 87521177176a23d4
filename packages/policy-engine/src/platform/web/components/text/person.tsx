/** A person in a list for administrators: the host's name with a link to their page, and the ID as its title. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { personPath } from '../../../users/person-path.ts';
import type { View } from '../../view/view.ts';
import { Breakable } from './breakable.tsx';
import { Id } from './id.tsx';

/**
 * The ID alone if the host has no name, or fails. The names of a page are read together, while it is drawn.
 *
 * @param props.id the host's ID
 */
export async function Person({ view, id }: { view: Pick<View, 'nameOf' | 'href'>; id: string }): Promise<JSX.Element> {
  const name = await view.nameOf(id);
  const href = view.href(personPath(id));
  if (name === null) return <Id value={id} href={href} />;
  return (
    <a href={href} title={id}>
      <bdi>
        <Breakable text={name} />
      </bdi>
    </a>
  );
}
