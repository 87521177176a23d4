/** The page of a form about one person, and the fields that several of these forms have. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Button,
  ButtonLink,
  Checkbox,
  type FieldError,
  Form,
  isolated,
  type Page,
  PageHeader,
  TextField,
  type View,
} from '../../../platform/web/index.ts';
import { personPath } from '../../../platform/users/person-path.ts';

/** What the page shows. */
export interface PersonForm {
  readonly id: string;
  /** The host's name of the person; null if it has none. */
  readonly name: string | null;
  readonly title: string;
  /** The sentence below the title. @param person the name, isolated from the direction of the text around it */
  readonly lead: (person: string) => string;
  /** Where it is sent, below the mount path. */
  readonly action: string;
  /** Label of each field, by name. */
  readonly labels: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];
  readonly button: { readonly kind: 'primary' | 'danger'; readonly text: string };
  /** The fields; null if there is nothing to do, and then why. */
  readonly fields: Child | null;
  readonly nothing?: string;
}

/** The page. */
export function personFormPage(view: View, shown: PersonForm): Page {
  const { id, name, title, lead, action, labels, errors, button, fields, nothing } = shown;
  const person = name ?? view.t('requests.user', { id });
  const here = view.href(personPath(id));
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={lead(isolated(person))} back={{ href: here, text: person }} />
      {fields === null ? (
        <p class="pe-muted">{nothing}</p>
      ) : (
        <Form view={view} action={view.href(action)} errors={errors} labels={labels}>
          {fields}
          <div class="pe-actions">
            <Button kind={button.kind} text={button.text} />
            <ButtonLink href={here} text={view.t('action.cancel')} />
          </div>
        </Form>
      )}
    </div>
  );
  return { title, content };
}

/** A field that something from elsewhere has. */
interface ElsewhereFieldProps<Value> {
  readonly view: View;
  readonly label: string;
  readonly value: Value;
  readonly errors: readonly FieldError[];
}

/** The day on which it came. */
export function ReceivedOn(props: ElsewhereFieldProps<string> & { readonly hint?: string }): JSX.Element {
  return <TextField {...props} name="received_on" type="date" required />;
}

/** Whether the administrator has verified that it comes from this person. */
export function IdentityVerified({ value, ...props }: ElsewhereFieldProps<boolean>): JSX.Element {
  return <Checkbox {...props} name="identity_verified" checked={value} required />;
}
