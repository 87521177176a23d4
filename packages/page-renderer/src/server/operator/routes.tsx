/** `/operator`: pages for those who run the service. */
import { RendererError } from '../../kernel/errors.ts';
import { answerError } from '../answers/error.ts';
import { ErrorNotice } from '../pages/notice.tsx';
import type { AppContext, Backend } from '../context/context.ts';
import { noteError } from '../context/context.ts';
import type { OtherLine } from '../../grammar/grammar.ts';
import { showChanges } from './cache/changes-page.tsx';
import { showBody, showCache, showRemoval, showResult } from './cache/routes.tsx';
import { refreshResult, removeResults } from './cache/changes.ts';
import { beginAudit, cancelAudit, showAudit, showAuditEvents, showAudits, showReport } from './audits/routes.tsx';
import { answerView } from './frame/frame.tsx';
import { moveToInspection, showInspection, showInspectionAsJson } from './inspect/routes.tsx';
import { renderFailedAgain, showRenders } from './renders/routes.tsx';
import { answerSignIn, isSecure, signIn, signOut } from './sign-in.tsx';
import { showTraffic } from './traffic/routes.tsx';
import { beginWarming, cancelWarming, showWarming } from './warming/routes.tsx';
import type { Reply, Visit } from './frame/visit.ts';
import { isFromElsewhere, readForm, seeOther } from './frame/visit.ts';

type Route = (visit: Visit) => Reply | Promise<Reply>;

const SHOWN: Readonly<Record<string, Route>> = {
  '': showTraffic,
  '/renders': showRenders,
  '/inspect': showInspection,
  '/inspect.json': showInspectionAsJson,
  '/explain': moveToInspection,
  '/warming': showWarming,
  '/audits': showAudits,
  '/audits/audit': showAudit,
  '/audits/events': showAuditEvents,
  '/audits/report': showReport,
  '/cache': showCache,
  '/cache/changes': showChanges,
  '/cache/result': showResult,
  '/cache/body': showBody,
  '/cache/remove': showRemoval,
};
const CHANGES: Readonly<Record<string, Route>> = {
  '/cache/refresh': refreshResult,
  '/cache/remove': removeResults,
  '/warming': beginWarming,
  '/warming/cancel': cancelWarming,
  '/audits': beginAudit,
  '/audits/cancel': cancelAudit,
  '/renders/again': renderFailedAgain,
  '/sign-out': signOut,
};

/** Answers `/operator` and everything below it. */
export async function answerOperator(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const [path = '', query = ''] = rest.split(/\?(.*)/s);
  const isChange = c.req.method === 'POST';
  if (path === '/sign-in') return isChange ? signIn(c, backend) : seeOther('/operator');
  const { admin } = backend;
  const session = admin.sessions.read(c.req.header('cookie'));
  if (!session && !admin.allows(c)) return answerSignIn(c, isChange ? '' : `/operator${rest}`);
  const visit: Visit = {
    c,
    backend,
    parameters: new URLSearchParams(query),
    form: new URLSearchParams(),
    session,
    formToken: admin.sessions.formToken(session),
  };
  const response = await answerVisit(path, visit, isChange);
  // An update that a script requests is no use by a person.
  const isUsed = path !== '/sign-out' && c.req.header('x-operator-update') === undefined;
  const renewed = session && isUsed ? admin.sessions.renew(session) : undefined;
  if (renewed) response.headers.set('Set-Cookie', admin.sessions.cookie(renewed, isSecure(c)));
  return response;
}

async function answerVisit(path: string, visit: Visit, isChange: boolean): Promise<Response> {
  try {
    const routes = isChange ? CHANGES : SHOWN;
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!route) throw new RendererError('not-found', 'There is no such page for operators');
    const reply = await route(isChange ? await changing(visit) : visit);
    return reply instanceof Response ? reply : answerView(reply, visit);
  } catch (thrown) {
    const error = noteError(visit.c, visit.backend, thrown);
    if (path.endsWith('.json')) return answerError(error, 'application/json', visit.c.get('requestId'), false);
    const body = (
      <section class="narrow">
        <h1>This did not work</h1>
        <ErrorNotice error={error} />
        <p class="small muted">Request ID {visit.c.get('requestId')}</p>
      </section>
    );
    return answerView({ title: 'Error', current: null, body, status: error.status }, visit);
  }
}

/** A request that changes something must come from a form of ours. @throws {RendererError} `invalid-parameter` */
async function changing(visit: Visit): Promise<Visit> {
  const form = await readForm(visit.c);
  const isOurs = visit.backend.admin.sessions.isFormToken(visit.session, form.get('form') ?? '');
  if (!isOurs || isFromElsewhere(visit.c)) {
    throw new RendererError('invalid-parameter', 'The form is out of date; go back, reload the page and send it again');
  }
  return { ...visit, form };
}
