import { icon } from './frame.ts';
import { html, type Html } from './html.ts';

/** An error of a field: the name of the field, a code for programs, a sentence for people. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly detail: string;
}

/** The properties of every kind of field. */
export interface FieldOptions {
  /** Name of the value; its control has this name, or that of {@link inUser}. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | Html;
  readonly errors: readonly FieldError[];
}

/** Additional properties of a text field. */
export interface TextFieldOptions extends FieldOptions {
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  readonly autocomplete: string;
  /** The form's fields are those of `user`, as in `user[email]`. */
  readonly inUser?: boolean;
}

/** Label of each field, for the summary of errors. */
export type Labels = Readonly<Record<string, string>>;

const idOf = (name: string): string => `field-${name}`;
const errorOf = ({ name, errors }: FieldOptions): string | undefined =>
  errors.find(({ field }) => field === name)?.detail;

/** Links a control to its hint and its error. */
function described(options: FieldOptions): Html {
  const id = idOf(options.name);
  const hasError = errorOf(options) !== undefined;
  const by = [options.hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(' ');
  return html`id="${id}" ${by !== '' && html`aria-describedby="${by}"`} ${hasError && html`aria-invalid="true"`}`;
}

function below(options: FieldOptions): Html {
  const id = idOf(options.name);
  const error = errorOf(options);
  return html`${options.hint !== undefined && html`<p class="field-hint" id="${id}-hint">${options.hint}</p>`}
  ${error !== undefined && html`<p class="field-error" id="${id}-error">${icon('warning')} ${error}</p>`}`;
}

/** One line to type in. */
export function textField(options: TextFieldOptions): Html {
  const { name, label, type = 'text', value = '', autocomplete, inUser = false } = options;
  return html`<div class="field">
    <label for="${idOf(name)}">${label}</label>
    <input
      class="field-input"
      type="${type}"
      name="${inUser ? `user[${name}]` : name}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${type === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
      required
      ${described(options)}
    />
    ${below(options)}
  </div>`;
}

/** Several lines to type in. */
export function textArea(options: FieldOptions & { readonly value?: string; readonly maxLength: number }): Html {
  const { name, label, value = '', maxLength } = options;
  return html`<div class="field">
    <label for="${idOf(name)}">${label}</label>
    <textarea
      class="field-input field-area"
      name="${name}"
      rows="6"
      maxlength="${maxLength}"
      required
      ${described(options)}
    >
${value}</textarea>
    ${below(options)}
  </div>`;
}

/** A choice of several values with their labels. */
export function choice(
  options: FieldOptions & { readonly value?: string; readonly choices: Readonly<Record<string, string>> },
): Html {
  const { name, label, value = '', choices } = options;
  const option = ([key, words]: [string, string]) =>
    html`<option value="${key}" ${key === value && html`selected`}>${words}</option>`;
  return html`<div class="field">
    <label for="${idOf(name)}">${label}</label>
    <select class="field-input" name="${name}" required ${described(options)}>
      ${option(['', 'Choose …'])} ${Object.entries(choices).map(option)}
    </select>
    ${below(options)}
  </div>`;
}

/** A file of the visitor. @param options.accept media types, as in the attribute `accept` */
export function fileField(options: FieldOptions & { readonly accept: string }): Html {
  const { name, label, accept } = options;
  return html`<div class="field">
    <label for="${idOf(name)}">${label}</label>
    <input class="field-file" type="file" name="${name}" accept="${accept}" ${described(options)} />
    ${below(options)}
  </div>`;
}

/** A checkbox; it is unchecked at first, and keeps its state when the form is shown again. */
export function checkbox(options: FieldOptions & { readonly isTicked: boolean }): Html {
  const { name, label, isTicked } = options;
  return html`<div class="field-check">
    <input type="checkbox" name="user[${name}]" value="1" ${isTicked && html`checked`} ${described(options)} />
    <label for="${idOf(name)}">${label}</label>
    ${below(options)}
  </div>`;
}

/** The summary above an invalid form, with a link to each field. */
export function errorSummary(errors: readonly FieldError[], labels: Labels): Html | false {
  if (errors.length === 0) return false;
  return html`<div class="notice notice-danger" role="alert" tabindex="-1" data-focus>
    ${icon('warning')}
    <div>
      <h2 class="notice-title">
        ${errors.length === 1 ? 'Please check one thing' : `Please check ${errors.length} things`}
      </h2>
      <ul class="notice-list">
        ${errors.map(({ field, detail }) => html`<li><a href="#${idOf(field)}">${labels[field] ?? field}</a>: ${detail}</li>`)}
      </ul>
    </div>
  </div>`;
}

/** One sentence about the whole form. */
export function message(tone: 'danger' | 'success' | 'info', text: string | Html): Html {
  const role = tone === 'danger' ? 'alert' : 'status';
  return html`<div class="notice notice-${tone}" role="${role}">
    ${icon(tone === 'success' ? 'check' : 'warning')}
    <p>${text}</p>
  </div>`;
}
