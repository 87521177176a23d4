import type { FieldError } from '../input.ts';
import { icon } from './icons.ts';
import { html, type Html } from './html.ts';

/** The properties of every kind of field. */
export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | Html;
  readonly errors: readonly FieldError[];
}

const errorOf = ({ name, errors }: FieldOptions): string | undefined =>
  errors.find(({ field }) => field === name)?.detail;

/** Links a control to its hint and its error. */
function described(options: FieldOptions): Html {
  const id = `field-${options.name}`;
  const hasError = errorOf(options) !== undefined;
  const by = [options.hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(' ');
  return html`id="${id}" ${by !== '' && html`aria-describedby="${by}"`} ${hasError && html`aria-invalid="true"`}`;
}

function below(options: FieldOptions): Html {
  const id = `field-${options.name}`;
  const error = errorOf(options);
  return html`${options.hint !== undefined && html`<p class="field-hint" id="${id}-hint">${options.hint}</p>`}
  ${error !== undefined && html`<p class="field-error" id="${id}-error">${icon('warning')} ${error}</p>`}`;
}

/** A labelled control, with its hint and its error. @param control gets attributes that link it to them */
export function field(options: FieldOptions, control: (attributes: Html) => Html): Html {
  return html`<div class="field">
    <label for="field-${options.name}">${options.label}</label>
    ${control(described(options))} ${below(options)}
  </div>`;
}

/** One line to type in. */
export function textField(
  options: FieldOptions & {
    readonly type?: 'text' | 'email' | 'password';
    readonly value?: string;
    readonly autocomplete: string;
    /** The form's fields are those of `user`, as in `user[email]`. */
    readonly inUser?: boolean;
  },
): Html {
  const { name, type = 'text', value = '', autocomplete, inUser = false } = options;
  return field(
    options,
    (attributes) =>
      html`<input
        class="field-input"
        type="${type}"
        name="${inUser ? `user[${name}]` : name}"
        value="${value}"
        autocomplete="${autocomplete}"
        ${type === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
        required
        ${attributes}
      />`,
  );
}

/** A checkbox; it is unchecked at first, and keeps its state when the form is shown again. */
export function checkbox(options: FieldOptions & { readonly isTicked: boolean }): Html {
  const { name, label, isTicked } = options;
  return html`<div class="field-check">
    <input type="checkbox" name="user[${name}]" value="1" ${isTicked && html`checked`} ${described(options)} />
    <label for="field-${name}">${label}</label>
    ${below(options)}
  </div>`;
}

/** The summary above an invalid form, with a link to each field. */
export function errorSummary(errors: readonly FieldError[], labels: Readonly<Record<string, string>>): Html | false {
  if (errors.length === 0) return false;
  return html`<div class="notice notice-danger" role="alert" tabindex="-1" data-focus>
    ${icon('warning')}
    <div>
      <h2 class="notice-title">
        ${errors.length === 1 ? 'Please check one thing' : `Please check ${errors.length} things`}
      </h2>
      <ul>
        ${errors.map(({ field, detail }) => html`<li><a href="#field-${field}">${labels[field] ?? field}</a>: ${detail}</li>`)}
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
