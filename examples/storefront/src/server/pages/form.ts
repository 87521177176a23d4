import { icon } from './frame.ts';
import { html, type Html } from './html.ts';

/** Something that is wrong with a field: the name of the field, a word for programs, a sentence for people. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly detail: string;
}

/** What every kind of field has. */
export interface FieldOptions {
  /** Name of the value; its control is called so, or as {@link inUser} says. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | Html;
  readonly errors: readonly FieldError[];
}

/** What a text field has besides. */
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

/** Ties a control to its hint and its error. */
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

/** One of several: the values with their words. */
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

/** A file of the visitor's. @param options.accept media types, as browsers want them */
export function fileField(options: FieldOptions & { readonly accept: string }): Html {
  const { name, label, accept } = options;
  return html`<div class="field">
    <label for="${idOf(name)}">${label}</label>
    <input class="field-file" type="file" name="${name}" accept="${accept}" ${described(options)} />
    ${below(options)}
  </div>`;
}

/** A box to tick; nothing is ticked beforehand, and what was ticked stays so when the form comes back. */
export function checkbox(options: FieldOptions & { readonly isTicked: boolean }): Html {
  const { name, label, isTicked } = options;
  return html`<div class="field-check">
    <input type="checkbox" name="user[${name}]" value="1" ${isTicked && html`checked`} ${described(options)} />
    <label for="${idOf(name)}">${label}</label>
    ${below(options)}
  </div>`;
}

/** Says above a form that it was not taken, and leads to each field. */
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
