/** An error as a page: what happened, what to do, and a link to continue. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Problem } from '../../response/problem.ts';
import type { SubjectPage } from '../../routing/route.ts';
import { safeHref } from '../../view/safe-href.ts';
import type { Page, View } from '../../view/view.ts';
import { ButtonLink } from '../button.tsx';
import { Notice } from './notice.tsx';
import { PageHeader } from './page-header.tsx';

export function ErrorPage(props: {
  view: View;
  problem: Problem;
  requestId: string;
  /** What the person wrote in the form. Default: nothing. */
  typed?: readonly string[];
  /** The page of what was to be changed. */
  subject?: SubjectPage;
  /** The address, if it can be opened again. */
  again?: string | undefined;
}): Page {
  const { view, problem, requestId, typed = [] } = props;
  // Other errors than a conflict may occur on that page, too.
  const subject = problem.status === 409 ? props.subject : undefined;
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={problem.title} lead={problem.pageDetail ?? problem.detail} />
      {problem.errors.length > 0 && (
        <Notice view={view} tone="danger">
          <strong>{view.t('form.check')}</strong>
          <ul>
            {problem.errors.map((error) => (
              <li>
                {error.field !== '' && <code>{error.field}</code>} {error.detail}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {typed.length > 0 && (
        <div class="pe-field">
          <p>{view.t('error.typed')}</p>
          {typed.map((text) => (
            <textarea class="pe-input" readonly rows={6} aria-label={view.t('error.typed')} dir="auto">
              {text}
            </textarea>
          ))}
        </div>
      )}
      <div class="pe-actions">
        {problem.status === 503 && props.again !== undefined && (
          <ButtonLink kind="primary" href={props.again} text={view.t('error.again')} />
        )}
        {problem.status === 401 && view.loginUrl !== undefined ? (
          <ButtonLink kind="primary" href={view.loginUrl} text={view.t('app.sign_in')} />
        ) : subject === undefined ? (
          <ButtonLink href={homeOf(view)} text={view.t('app.home')} />
        ) : (
          <ButtonLink kind="primary" href={view.href(subject.path)} text={view.text(subject.text ?? 'app.back')} />
        )}
      </div>
      {/* What programs read, where the page says it in other words. */}
      {problem.pageDetail !== undefined && <p class="pe-muted pe-small">{problem.detail}</p>}
      {problem.status < 500 && problem.status !== 401 && <RequestNumber view={view} id={requestId} />}
    </div>
  );
  return { title: problem.title, content };
}

/** The number that an administrator finds the request by in the log. */
export function RequestNumber({ view, id }: { view: View; id: string }): JSX.Element {
  return <p class="pe-muted pe-small">{view.t('error.request_number', { id })}</p>;
}

/** For administrators, “home” is the page of the navigation. */
export function homeOf(view: View): string {
  return view.admin ? view.href('/') : safeHref(view.appearance.homeUrl ?? view.href('/'));
}
