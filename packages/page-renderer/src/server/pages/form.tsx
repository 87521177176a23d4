/** The form for the address of a page. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../kernel/errors.ts';
import { ErrorNotice } from './notice.tsx';

/** The values of the form, as entered. */
export interface FormValues {
  url: string;
  mobile: boolean;
  timezoneId: string;
  /** Names of judgements that are switched off, separated by commas; undefined or empty: none. */
  ignoredJudgements?: string;
}

/** Time zones that are suggested; any other can be entered, too. */
const ZONES = [
  'UTC',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'America/Los_Angeles',
  'America/Mexico_City',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Paris',
  'Europe/Rome',
];

/** Errors in the entered values, not of the site or the service. */
const ABOUT_URL = new Set(['invalid-url', 'unsupported-scheme', 'unknown-host', 'refused-address', 'restricted']);

const PROGRESS = 'The page is being rendered with and without its scripts. This takes a few seconds.';

interface FormProps {
  values: FormValues;
  error: RendererError | undefined;
  /** The path that the form is sent to. */
  action: string;
}

/** One field, one button, and options that are collapsed at first. */
export function Form({ values, error, action }: FormProps): JSX.Element {
  const isWrong = error !== undefined && ABOUT_URL.has(error.code);
  const hasOptions = values.mobile || values.timezoneId !== '' || error?.code === 'invalid-parameter';
  return (
    <form class="card form" method="get" action={action} data-progress={PROGRESS}>
      <div class="field">
        <label for="url">Address of a page</label>
        <div class="field-row">
          <input
            id="url"
            name="url"
            type="text"
            inputmode="url"
            autocomplete="url"
            autocapitalize="none"
            required
            maxlength={2048}
            placeholder="https://example.com/page"
            value={values.url}
            autofocus={isWrong}
            aria-invalid={isWrong ? 'true' : undefined}
            aria-describedby={error ? 'error' : undefined}
          />
          <button class="button button-primary" type="submit" data-busy="Rendering…">
            Inspect
          </button>
        </div>
      </div>
      {values.ignoredJudgements && <input type="hidden" name="ignoredJudgements" value={values.ignoredJudgements} />}
      {error && <ErrorNotice id="error" error={error} />}
      <Options values={values} open={hasOptions} />
      <p class="small muted" role="status" data-status />
    </form>
  );
}

function Options({ values, open }: { values: FormValues; open: boolean }): JSX.Element {
  return (
    <details open={open}>
      <summary>Options</summary>
      <div class="options">
        <label class="check">
          <input type="checkbox" name="mobile" value="true" checked={values.mobile} />
          Mobile device
        </label>
        <div class="field">
          <label for="timezoneId">Time zone</label>
          <input
            id="timezoneId"
            name="timezoneId"
            type="text"
            list="zones"
            maxlength={64}
            autocapitalize="none"
            value={values.timezoneId}
            aria-describedby="timezone-hint"
          />
          <p id="timezone-hint" class="small muted">
            The time zone that the page sees, for example Europe/Rome. If empty, that of this service.
          </p>
          <datalist id="zones">
            {ZONES.map((zone) => (
              <option value={zone} />
            ))}
          </datalist>
        </div>
      </div>
    </details>
  );
}
