/** The next step for the text of a rule: write the first, continue a draft, or start a new version from the last. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, type View } from '../../../../platform/web/index.ts';
import type { Policy } from '../../representation.ts';
import { paths } from '../term-parts.tsx';

/** @param props.inList - small, and with the rule's name for screen readers */
export function WriteLink(props: {
  view: View;
  policy: Policy;
  kind?: 'primary' | 'plain';
  inList?: boolean;
}): JSX.Element {
  const { view, policy, kind = 'plain', inList = false } = props;
  const { rule, current, drafts } = policy;
  const [draft] = drafts;
  const target =
    draft !== undefined
      ? { path: paths.edit(draft), text: view.t('terms.continue_draft') }
      : current !== null
        ? { path: paths.edit(current), text: view.t('terms.new_version') }
        : { path: paths.newTerm(rule.name), text: view.t('terms.write') };
  return (
    <ButtonLink
      href={view.href(target.path)}
      text={target.text}
      kind={kind}
      {...(inList && { name: view.t('text.labelled', { label: target.text, value: rule.label(view.locale) }) })}
    />
  );
}
