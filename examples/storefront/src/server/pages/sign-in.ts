import { message, textField } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html } from './html.ts';

/** What the form shows. */
export interface SignInForm {
  readonly email?: string;
  readonly returnTo: string;
  /** Why the last attempt failed. */
  readonly problem?: string;
}

/** The page for signing in. */
export function signInPage({ email = '', returnTo, problem }: SignInForm): ServerPage {
  const signUp = returnTo === '/' ? '/sign-up' : `/sign-up?return_to=${encodeURIComponent(returnTo)}`;
  const content = html`<div class="page page-narrow stack">
    <header>
      <h1>Sign in</h1>
      <p class="muted">Welcome back.</p>
    </header>
    ${problem !== undefined && message('danger', problem)}
    <form class="stack" method="post" action="/session" novalidate>
      <input type="hidden" name="return_to" value="${returnTo}" />
      ${textField({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username', errors: [] })}
      ${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', errors: [] })}
      <button class="button">Sign in</button>
    </form>
    <p class="muted">New here? <a href="${signUp}">Open an account</a></p>
    <p class="notice small">
      This is a demonstration: sign in as <code>user@example.test</code>, <code>other@example.test</code> or
      <code>admin@example.test</code> with the password <code>demo</code>.
    </p>
  </div>`;
  return { title: 'Sign in', path: '/sign-in', content };
}

/** The page that confirms signing out: a link alone must not sign out, since any page can contain it. */
export function signOutPage(name: string): ServerPage {
  const content = html`<div class="page page-narrow stack">
    <header>
      <h1>Sign out?</h1>
      <p class="muted">You are signed in as ${name}. Your cart stays in this browser.</p>
    </header>
    <form class="stack" method="post" action="/session">
      <input type="hidden" name="_method" value="DELETE" />
      <button class="button">Sign out</button>
      <a class="button button-quiet" href="/account">Stay signed in</a>
    </form>
  </div>`;
  return { title: 'Sign out', path: '/sign-out', content };
}
