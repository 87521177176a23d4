/** What all pages of the operator have in common: navigation, sign-out, headers. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { BASE_CSS } from '../../pages/base.css.ts';
import { Frame, htmlDocument } from '../../pages/document.tsx';
import { INSPECT_CSS } from '../../inspect/page/inspect.css.ts';
import { HOME_CSS } from '../../pages/home.css.ts';
import { answerPage } from '../../pages/page-answer.ts';
import { OPERATOR_CSS } from './operator.css.ts';
import { OPERATOR_JS } from './operator.js.ts';
import type { OperatorView, Visit } from './visit.ts';

const CSS = BASE_CSS + HOME_CSS + INSPECT_CSS + OPERATOR_CSS;
const PAGES = [
  ['traffic', '/operator', 'Traffic'],
  ['cache', '/operator/cache', 'Cache'],
  ['warming', '/operator/warming', 'Warming'],
  ['audits', '/operator/audits', 'Audits'],
  ['renders', '/operator/renders', 'Failed'],
  ['inspect', '/operator/inspect', 'Inspect'],
] as const;

/** The response with a page of the operator. */
export function answerView(view: OperatorView, visit: Visit | undefined): Response {
  const { title, body, status = 200 } = view;
  const page = htmlDocument({
    title: `${title} · Page renderer`,
    body: <Frame status={visit && <Navigation view={view} visit={visit} />}>{body}</Frame>,
    css: CSS,
    ...(visit && { script: OPERATOR_JS, connects: true }),
  });
  const { headers } = answerPage(page, true, undefined);
  // Addresses that are rendered may be secret.
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  return new Response(page.html, { status, headers });
}

function Navigation({ view: { current }, visit }: { view: OperatorView; visit: Visit }): JSX.Element {
  return (
    <div class="operator-nav">
      <nav aria-label="Operator">
        <ul>
          {PAGES.map(([name, path, label]) => (
            <li>
              <a href={path} aria-current={name === current ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {visit.session && (
        <FormTo action="/operator/sign-out" visit={visit}>
          <button class="button button-small" type="submit">
            Sign out
          </button>
        </FormTo>
      )}
    </div>
  );
}

/** A form that changes something. */
export function FormTo(props: {
  action: string;
  visit: Visit;
  children: Child;
  busy?: string;
  /** Whether it is a part of the page with fields of its own. */
  card?: boolean;
}): JSX.Element {
  const { action, visit, children, busy, card = false } = props;
  return (
    <form method="post" action={action} class={card ? 'card form' : undefined} data-progress={busy}>
      <input type="hidden" name="form" value={visit.formToken} />
      {children}
    </form>
  );
}

/** The first field of a form, for an address, with the button that sends the form. */
export function AddressField(props: { name: string; label: string; example: string; button: string }): JSX.Element {
  const { name, label, example, button } = props;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <div class="field-row">
        <input
          id={name}
          name={name}
          type="text"
          inputmode="url"
          autocomplete="url"
          autocapitalize="none"
          required
          maxlength={2048}
          placeholder={example}
        />
        <button class="button button-primary" type="submit">
          {button}
        </button>
      </div>
    </div>
  );
}

/** Stops the updates of a live page; its script shows it. */
export function PauseButton(): JSX.Element {
  return (
    <button class="button button-small" type="button" hidden data-pause="Pause updates" data-resume="Resume updates">
      Pause updates
    </button>
  );
}

/** A figure with its name, and what there is to say of it; empty for nothing. */
export type Figure = readonly [name: string, value: string, more: string];

/** Figures beside each other. */
export function Figures({ figures }: { figures: readonly Figure[] }): JSX.Element {
  return (
    <dl class="figures">
      {figures.map(([name, value, more]) => (
        <div class="card">
          <dt>{name}</dt>
          <dd class="value">{value}</dd>
          {more !== '' && <dd class="small muted">{more}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** A section of a page. */
export function Part({ id, heading, children }: { id: string; heading: string; children: Child }): JSX.Element {
  return (
    <section class="stack explained" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
