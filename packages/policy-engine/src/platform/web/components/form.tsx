/** Form rows: label, hint and error under the field, connected for screen readers. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { FieldError } from '../../../errors/errors.ts';
import { safeHref } from '../view/safe-href.ts';
import type { View } from '../view/view.ts';
import { MethodField } from './button.tsx';
import { Icon } from './text/icon.tsx';
import { Notice } from './page/notice.tsx';

type Words = Pick<View, 't'>;

/** `user[policy_rule_age]` and `user.policy_rule_age` name the same field. */
function dotted(name: string): string {
  return name.replaceAll(']', '').replaceAll('[', '.');
}

/** ID of the control of a field, which the list of errors links to. */
export function fieldId(name: string): string {
  return `field-${dotted(name).replace(/[^\w-]+/g, '-')}`;
}

/** The first error message of a field, if it has any. */
export function errorOf(errors: readonly FieldError[], name: string): string | undefined {
  return errors.find((error) => error.field === dotted(name))?.detail;
}

function ErrorText({ id, text }: { id: string; text: string }): JSX.Element {
  return (
    <span class="pe-error" id={`${id}-error`}>
      <Icon name="danger" size={16} />
      {text}
    </span>
  );
}

interface FieldProps {
  readonly view: Words;
  /** Name of the field in the form, as in `user[policy_rule_age]`. */
  readonly name: string;
  readonly label: string;
  /** ID of the control, where another form of the page has a field of this name. Default: from the name, as the list of errors has it. */
  readonly id?: string;
  readonly hint?: string;
  readonly errors?: readonly FieldError[];
  readonly required?: boolean;
  /** Without the word "optional" at the label: no filter is required. */
  readonly unmarked?: boolean;
}

/** Attributes that connect a control with its hint and error. */
function described(props: FieldProps): { id: string; error: string | undefined; attributes: Record<string, unknown> } {
  const id = props.id ?? fieldId(props.name);
  const error = errorOf(props.errors ?? [], props.name);
  const by = [props.hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter((part) => part);
  const attributes = {
    id,
    name: props.name,
    required: props.required,
    'aria-describedby': by.length > 0 ? by.join(' ') : undefined,
    'aria-invalid': error === undefined ? undefined : 'true',
  };
  return { id, error, attributes };
}

function Row(props: FieldProps & { wide?: boolean | undefined; children: Child }): JSX.Element {
  const { id, error } = described(props);
  return (
    <div class={props.wide ? 'pe-field pe-field-wide' : 'pe-field'}>
      <label for={id}>
        {props.label}{' '}
        {!props.required && !props.unmarked && <span class="pe-mark">({props.view.t('form.optional')})</span>}
      </label>
      {props.hint !== undefined && (
        <span class="pe-hint" id={`${id}-hint`}>
          {props.hint}
        </span>
      )}
      {props.children}
      {error !== undefined && <ErrorText id={id} text={error} />}
    </div>
  );
}

type TextInputType = 'text' | 'email' | 'password' | 'url' | 'search' | 'number' | 'date' | 'datetime-local';

/** One line of text. */
export function TextField(
  props: FieldProps & { value?: string; type?: TextInputType; autocomplete?: string; min?: number },
): JSX.Element {
  return (
    <Row {...props}>
      <input
        class="pe-input"
        type={props.type ?? 'text'}
        dir={props.type === undefined || props.type === 'search' ? 'auto' : undefined}
        value={props.value}
        autocomplete={props.autocomplete}
        min={props.min}
        {...described(props).attributes}
      />
    </Row>
  );
}

/** Several lines of text, in the direction of their content; `long` for a whole policy, `code` for Markdown. */
export function TextArea(
  props: FieldProps & {
    value?: string;
    long?: boolean;
    code?: boolean;
    /** Between label and field: buttons that change its content. Default: nothing. */
    above?: Child;
  },
): JSX.Element {
  const look = ['pe-input', props.long && 'pe-input-long', props.code && 'pe-input-code'].filter((part) => part);
  return (
    <Row {...props} wide={props.long}>
      {props.above}
      <textarea class={look.join(' ')} dir="auto" rows={props.long ? 18 : 5} {...described(props).attributes}>
        {props.value}
      </textarea>
    </Row>
  );
}

/** Files, all in one field. */
export function FilesField(props: FieldProps & { accept: string }): JSX.Element {
  return (
    <Row {...props}>
      <input class="pe-input" type="file" multiple accept={props.accept} {...described(props).attributes} />
    </Row>
  );
}

/** One of a few values. */
export function SelectField(
  props: FieldProps & { value?: string; options: readonly { readonly value: string; readonly text: string }[] },
): JSX.Element {
  return (
    <Row {...props}>
      <select class="pe-input" {...described(props).attributes}>
        {props.options.map(({ value, text }) => (
          <option value={value} selected={value === props.value}>
            {text}
          </option>
        ))}
      </select>
    </Row>
  );
}

/** A checkbox, sent as `1`; unchecked it is sent as `0`, so that unchecking is submitted too. */
export function Checkbox(props: FieldProps & { checked?: boolean }): JSX.Element {
  const { id, error, attributes } = described(props);
  return (
    <div class="pe-check">
      <input type="hidden" name={props.name} value="0" />
      <input type="checkbox" value="1" checked={props.checked} {...attributes} />
      <label for={id}>{props.label}</label>
      {props.hint !== undefined && (
        <span class="pe-hint" id={`${id}-hint`}>
          {props.hint}
        </span>
      )}
      {error !== undefined && <ErrorText id={id} text={error} />}
    </div>
  );
}

function ErrorLine(props: { view: Words; error: FieldError; label: string | undefined }): JSX.Element {
  const { view, error, label } = props;
  const text = label === undefined ? error.detail : view.t('text.labelled', { label, value: error.detail });
  return <li>{error.field === '' ? text : <a href={`#${fieldId(error.field)}`}>{text}</a>}</li>;
}

/**
 * A form with its list of errors on top; PUT, PATCH and DELETE are sent as `_method`.
 *
 * @param props.labels - label by dotted field name, so that the list can name the field
 * @param props.takesFiles - whether it has a field for files. Default: false
 * @param props.advice - below the list: what helps to correct the errors
 */
export function Form(props: {
  view: Words;
  action: string;
  method?: 'post' | 'put' | 'patch' | 'delete';
  errors?: readonly FieldError[];
  labels?: Readonly<Record<string, string>>;
  takesFiles?: boolean;
  advice?: Child;
  children?: Child;
}): JSX.Element {
  const { view, action, method = 'post', errors = [], labels = {}, takesFiles = false, advice, children } = props;
  // The browser's own messages would precede the engine's, in the browser's language instead of the page's.
  return (
    <form
      class="pe-form"
      method="post"
      action={safeHref(action)}
      enctype={takesFiles ? 'multipart/form-data' : undefined}
      novalidate
    >
      <MethodField method={method} />
      {errors.length > 0 && (
        <Notice view={view} tone="danger" live focus>
          <strong>{view.t('form.check')}</strong>
          <ul>
            {errors.map((error) => (
              <ErrorLine view={view} error={error} label={labels[error.field]} />
            ))}
          </ul>
          {advice}
        </Notice>
      )}
      {children}
    </form>
  );
}
