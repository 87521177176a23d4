/** What waits for a second administrator. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { NamesOf } from '../../platform/users/names.ts';
import { ActionForm, type Page, PageHeader, type Routes, Table, Time, type View } from '../../platform/web/index.ts';
import { type Approval, APPROVALS } from './approval.ts';
import { approvedActs } from './options.ts';
import type { Approvals } from './service.ts';

const tags = ['Administration'];

const ApprovalJson = z
  .object({
    id: z.string(),
    act: z.enum(approvedActs),
    subject: z.string().openapi({ description: 'ID of the text, or of the request' }),
    url: z.string().openapi({ description: 'Where another administrator confirms it' }),
    proposed_by: z.string().openapi({ description: 'The host’s ID of the administrator' }),
    created_at: z.string().openapi({ description: 'ISO 8601, UTC' }),
  })
  .openapi('Approval');

/** Declares the list, and the withdrawal of a proposal. */
export function approvalRoutes(approvals: Approvals, namesOfAdmins: NamesOf): Routes {
  return (app) => {
    if (approvals.isUsed) {
      app.navigation({ area: 'admin', group: 'work', position: 35, path: APPROVALS, label: 'nav.approvals' });
    }
    app.route({
      method: 'get',
      path: APPROVALS,
      id: 'listApprovals',
      summary: 'List what one administrator proposed and another one must confirm, oldest first',
      description:
        'Only what `fourEyes` names. It is confirmed by the same request as it was proposed, from another administrator.',
      tags,
      access: 'admin',
      answer: {
        description: 'What waits',
        json: z.object({ approvals: z.array(ApprovalJson) }),
        html: 'page',
      },
      handle: async ({ href }) => {
        const found = await approvals.list();
        const names = await namesOfAdmins(found.map(({ proposedBy }) => proposedBy));
        return {
          json: {
            approvals: found.map(({ id, act, subject, path, proposedBy, createdAt }) => {
              return { id, act, subject, url: href(path), proposed_by: proposedBy, created_at: createdAt };
            }),
          },
          html: (view) => approvalsPage(view, found, names),
        };
      },
    });
    app.route({
      method: 'delete',
      path: `${APPROVALS}/{id}`,
      id: 'withdrawApproval',
      summary: 'Withdraw a proposal',
      tags,
      access: 'admin',
      params: z.object({ id: z.string().min(1).max(255) }),
      answer: { status: 204, description: 'Withdrawn', html: 'redirect' },
      handle: async ({ params: { id }, href }) => {
        await approvals.withdraw(id);
        return { redirect: { to: href(APPROVALS), notice: 'notice.approval_withdrawn' } };
      },
    });
  };
}

function approvalsPage(view: View, found: readonly Approval[], names: ReadonlyMap<string, string>): Page {
  const title = view.t('approvals.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('approvals.lead')} />
      {found.length === 0 ? <p class="pe-muted">{view.t('approvals.none')}</p> : <Found {...{ view, found, names }} />}
    </>
  );
  return { title, content };
}

function Found(props: { view: View; found: readonly Approval[]; names: ReadonlyMap<string, string> }): JSX.Element {
  const { view, found, names } = props;
  return (
    <Table
      view={view}
      caption={view.t('approvals.title')}
      rows={found}
      columns={[
        {
          label: view.t('approvals.what'),
          kind: 'heading',
          cell: ({ act, path }) => <a href={view.href(path)}>{view.t(`approvals.act.${act}`)}</a>,
        },
        {
          label: view.t('approvals.by'),
          cell: ({ proposedBy }) => <bdi>{names.get(proposedBy) ?? proposedBy}</bdi>,
        },
        {
          label: view.t('approvals.at'),
          kind: 'fixed',
          cell: ({ createdAt }) => <Time view={view} at={new Date(createdAt)} precision="minute" />,
        },
        {
          label: view.t('table.actions'),
          kind: 'actions',
          cell: ({ id }) => (
            <ActionForm
              small
              action={view.href(`${APPROVALS}/${id}`)}
              method="delete"
              text={view.t('approvals.withdraw')}
            />
          ),
        },
      ]}
    />
  );
}
