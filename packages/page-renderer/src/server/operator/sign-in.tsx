/** Signing in with the admin token, and signing out. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../kernel/errors.ts';
import { ended, ErrorNotice, Notice } from '../pages/notice.tsx';
import type { AppContext, Backend } from '../context/context.ts';
import { noteError } from '../context/context.ts';
import { answerView } from './frame/frame.tsx';
import type { Visit } from './frame/visit.ts';
import { isFromElsewhere, readForm, seeOther } from './frame/visit.ts';

const OWN = /^\/operator(?:[/?][\x21-\x7e]*)?$/;
const START = '/operator';
const ANY_SITE = 'http://site.invalid';

/** The page that a person is led to after signing in: only one for operators, also after a browser has followed `/..` in it. */
function ownPage(next: string): string {
  const followed = OWN.test(next) ? URL.parse(next, ANY_SITE) : null;
  return followed && OWN.test(followed.pathname) ? next : START;
}

/** The page with the form, for a client that has not signed in. */
export function answerSignIn(c: AppContext, next: string, error?: RendererError): Response {
  const status = error?.status ?? 401;
  const body = <SignIn next={ownPage(next)} error={error} c={c} />;
  const response = answerView({ title: 'Sign in', current: null, body, status }, undefined);
  // No "Basic", for which a browser would ask in a window of its own.
  if (status === 401) response.headers.set('WWW-Authenticate', 'Bearer realm="page-renderer"');
  if (error?.retryAfter !== undefined) response.headers.set('Retry-After', String(error.retryAfter));
  return response;
}

/** `POST /operator/sign-in`: checks the token and sets the cookie. */
export async function signIn(c: AppContext, backend: Backend): Promise<Response> {
  const { admin, logger } = backend;
  let next = START;
  try {
    const form = await readForm(c);
    next = form.get('next') ?? START;
    admin.requireSignIn(c, (form.get('token') ?? '').trim());
  } catch (thrown) {
    const error = noteError(c, backend, thrown);
    logger.warn({ requestId: c.get('requestId'), code: error.code }, 'an operator could not sign in');
    return answerSignIn(c, next, error);
  }
  const response = seeOther(ownPage(next));
  response.headers.set('Set-Cookie', admin.sessions.cookie(admin.sessions.begin(), isSecure(c)));
  return response;
}

/** `POST /operator/sign-out`. */
export function signOut({ c, backend, session }: Visit): Response {
  const { sessions } = backend.admin;
  if (session) sessions.end(session);
  const response = seeOther(START);
  response.headers.set('Set-Cookie', sessions.cookie(undefined, isSecure(c)));
  return response;
}

/** Whether the browser uses https; the proxy in front of the service says so. */
export function isSecure(c: AppContext): boolean {
  return c.req.header('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https';
}

function SignIn(props: { c: AppContext; next: string; error: RendererError | undefined }): JSX.Element {
  const { c, next, error } = props;
  return (
    <section class="narrow">
      <h1>Sign in as operator</h1>
      <p class="muted">
        The admin token is the option <code>adminToken</code>. If it is not set, the service writes a token to a file
        when it starts, and its log names the file.
      </p>
      {isFromElsewhere(c) && (
        <p>
          <a href={next}>Continue</a> <span class="muted">if you have already signed in.</span>
        </p>
      )}
      <form class="card form" method="post" action="/operator/sign-in">
        <input type="hidden" name="next" value={next} />
        {/* For password managers, which store a name with each password. */}
        <input type="text" name="name" value="operator" autocomplete="username" hidden />
        <div class="field">
          <label for="token">Admin token</label>
          <input
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            autocapitalize="none"
            spellcheck={false}
            required
            maxlength={1000}
            autofocus
            aria-invalid={error ? 'true' : undefined}
            aria-describedby={error ? 'error' : undefined}
          />
        </div>
        {error && <Refused error={error} />}
        <button class="button button-primary" type="submit">
          Sign in
        </button>
      </form>
      {isExposed(c) && (
        <Notice tone="warning">
          <p>This connection is not encrypted: others on the network can read the token. Use https.</p>
        </Notice>
      )}
      <p class="small muted">You are signed out after one hour without a page view, and after 12 hours.</p>
    </section>
  );
}

/** A wrong token is said in one sentence: the page itself says where the token is. */
function Refused({ error }: { error: RendererError }): JSX.Element {
  if (error.code !== 'unauthorized') return <ErrorNotice id="error" error={error} />;
  return (
    <Notice tone="danger" alert={true} id="error">
      <p>{ended(error.shown)}</p>
    </Notice>
  );
}

function isExposed(c: AppContext): boolean {
  const { hostname } = URL.parse(`http://${c.req.header('host') ?? ''}`) ?? { hostname: '' };
  return !isSecure(c) && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
