/** Buttons: a button in a form, a link that looks like one, and a form that contains only a button. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { safeHref } from '../view/safe-href.ts';

interface Look {
  /** Default `plain`. Accept and reject have the same one. */
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly small?: boolean;
  /**
   * Full name for screen readers if the text alone is ambiguous, as in a table: "Edit cookies". Starts with the text.
   */
  readonly name?: string;
  /** Whether it is the currently selected one of several choices. Default: it is not a choice. */
  readonly pressed?: boolean;
}

function pressedOf({ pressed }: Look): 'true' | 'false' | undefined {
  return pressed === undefined ? undefined : pressed ? 'true' : 'false';
}

function classOf({ kind = 'plain', small }: Look): string {
  const look = kind === 'plain' ? 'pe-button' : `pe-button pe-button-${kind}`;
  return small ? `${look} pe-button-small` : look;
}

/** A submit button; its own name and value are sent with the form. */
export function Button(props: Look & { text: string; field?: string; value?: string }): JSX.Element {
  return (
    <button
      type="submit"
      class={classOf(props)}
      name={props.field}
      value={props.value}
      aria-label={props.name}
      aria-pressed={pressedOf(props)}
    >
      {props.text}
    </button>
  );
}

/** A link that leads to the next step, or saves a file under the name `download`. */
export function ButtonLink(props: Look & { text: string; href: string; download?: string }): JSX.Element {
  return (
    <a class={classOf(props)} href={safeHref(props.href)} download={props.download} aria-label={props.name}>
      {props.text}
    </a>
  );
}

/** A link to an action that can't be undone: the last of a row, at a distance from the others, and less visible. */
export function ApartLink({ href, text }: { href: string; text: string }): JSX.Element {
  return (
    <a class="pe-apart" href={safeHref(href)}>
      {text}
    </a>
  );
}

/** A button of a form elsewhere in the page, because it is shown within another one: at a distance, as {@link ApartLink}. */
export function ApartButton({ form, text }: { form: string; text: string }): JSX.Element {
  return (
    <button type="submit" form={form} class="pe-apart">
      {text}
    </button>
  );
}

/** Prints the page. Needs the panel's script, which shows it; without it the browser's own menu prints. */
export function PrintButton({ text }: { text: string }): JSX.Element {
  return (
    <button type="button" class="pe-button" data-print hidden>
      {text}
    </button>
  );
}

/** A form with a single action: PUT, PATCH and DELETE are sent as `_method`. @param props.apart as {@link ApartLink}, for what can be undone */
export function ActionForm(
  props: Look & {
    text: string;
    action: string;
    method?: 'post' | 'put' | 'patch' | 'delete';
    fields?: Readonly<Record<string, string>>;
    apart?: boolean;
  },
): JSX.Element {
  const { action, method = 'post', fields = {}, apart = false, ...look } = props;
  return (
    <form method="post" action={safeHref(action)} class={apart ? 'pe-apart-form' : undefined}>
      <MethodField method={method} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {apart ? (
        <button type="submit" class="pe-apart">
          {look.text}
        </button>
      ) : (
        <Button {...look} />
      )}
    </form>
  );
}

/** The hidden field with the method of a form. */
export function MethodField({ method }: { method: 'post' | 'put' | 'patch' | 'delete' }): JSX.Element {
  if (method === 'post') return <></>;
  return <input type="hidden" name="_method" value={method.toUpperCase()} />;
}
