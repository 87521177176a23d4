/** On the page of a text or a request: what was proposed for it, by whom, and that another administrator must confirm it. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ActionForm, Notice, Time, type View } from '../../platform/web/index.ts';
import { type Approval, APPROVALS } from './approval.ts';

/** @param approval null if nothing waits: then it is empty */
export async function proposalNotice(view: View, approval: Approval | null): Promise<JSX.Element> {
  if (approval === null) return <></>;
  const { id, act, proposedBy, createdAt } = approval;
  const name = (await view.nameOf(proposedBy)) ?? proposedBy;
  return (
    <Notice view={view} tone="info">
      <p>
        <strong>{view.t('approvals.title')}</strong>
        {': '}
        {view.t(`approvals.act.${act}`)}
      </p>
      <p>{view.t('approvals.lead')}</p>
      <p>
        {view.t('approvals.by')}
        {': '}
        <bdi>{name}</bdi>
        {' · '}
        <Time view={view} at={new Date(createdAt)} precision="minute" />
      </p>
      <ActionForm small action={view.href(`${APPROVALS}/${id}`)} method="delete" text={view.t('approvals.withdraw')} />
    </Notice>
  );
}
