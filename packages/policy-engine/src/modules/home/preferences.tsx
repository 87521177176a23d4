/** What readers choose for the pages: in their own browser the time zone of times, and keys; for administrators also the weekly digest. */
import { z } from '@hono/zod-openapi';
import type { AdminChoices } from '../preferences/index.ts';
import {
  Button,
  Checkbox,
  type CurrentUser,
  type FieldError,
  Form,
  formBoolean,
  isTimeZone,
  keepPreferences,
  type Page,
  PageHeader,
  PREFERENCES,
  SelectField,
  type View,
  type WebApp,
} from '../../platform/web/index.ts';

/** What the page needs besides the reader's cookie. */
export interface PreferencesOptions {
  readonly choices: Pick<AdminChoices, 'of' | 'change'>;
  /** The address for the digest; null for an administrator without one. */
  readonly addressOf: (adminId: string) => Promise<string | null>;
  /** Whether mail is configured. */
  readonly hasMail: boolean;
}

/** The digest of an administrator. */
interface DigestShown {
  readonly isWanted: boolean;
  /** Where it is sent. */
  readonly address: string;
}

const Chosen = z.object({
  zone: z
    .string()
    .max(63)
    .refine((zone) => zone === '' || isTimeZone(zone))
    .optional()
    .openapi({ description: 'IANA name; empty for the time zone of the browser' }),
  keys: formBoolean.optional(),
  digest: formBoolean.optional().openapi({ description: 'For administrators: whether they get the weekly digest' }),
});

/** Declares the page. */
export function declarePreferences(app: WebApp, { choices, addressOf, hasMail }: PreferencesOptions): void {
  /** Null if the reader cannot have it. */
  const digestOf = async (user: CurrentUser, isAdmin: () => Promise<boolean>): Promise<DigestShown | null> => {
    if (!hasMail || !(await isAdmin())) return null;
    const [address, chosen] = await Promise.all([addressOf(user.id), choices.of(user.id, 'digest')]);
    return address === null ? null : { isWanted: chosen !== null, address };
  };
  app.navigation({ area: 'user', path: PREFERENCES, label: 'nav.preferences', isOnlyListed: true });
  app.route({
    method: 'get',
    path: PREFERENCES,
    id: 'showPreferences',
    summary: 'What the reader chose for the pages in this browser',
    tags: ['Description'],
    access: 'user',
    answer: { description: 'The form', html: 'page' },
    handle: async ({ user, isAdmin }) => {
      const digest = await digestOf(user, isAdmin);
      return { html: (view) => preferencesPage(view, digest) };
    },
  });
  app.route({
    method: 'post',
    path: PREFERENCES,
    id: 'choosePreferences',
    summary: 'Choose the time zone of times, and whether keys do something, in this browser',
    tags: ['Description'],
    access: 'user',
    body: Chosen,
    answer: { status: 204, description: 'Stored in a cookie', html: 'redirect' },
    form: async ({ user, isAdmin }, { errors }) => {
      const digest = await digestOf(user, isAdmin);
      return (view) => preferencesPage(view, digest, errors);
    },
    handle: async (call) => {
      const { zone, keys = false, digest } = call.body;
      if (digest !== undefined && (await digestOf(call.user, call.isAdmin)) !== null) {
        const { locale } = await call.language();
        await choices.change(call.user.id, 'digest', () => (digest ? { locale } : null));
      }
      keepPreferences(call, { zone: zone || null, keys });
      return { redirect: { to: call.href(PREFERENCES), notice: 'notice.preferences' } };
    },
  });
}

function preferencesPage(view: View, digest: DigestShown | null, errors: readonly FieldError[] = []): Page {
  const title = view.t('nav.preferences');
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  const label = view.t('preferences.zone');
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={view.t('preferences.lead')} />
      <Form view={view} action={view.href(PREFERENCES)} errors={errors} labels={{ zone: label }}>
        <SelectField
          view={view}
          unmarked
          name="zone"
          label={label}
          hint={view.t('preferences.zone_hint', { zone: view.timeZone })}
          value={view.chosenZone ?? ''}
          options={[
            { value: '', text: view.t('preferences.zone_browser') },
            ...zones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
          ]}
        />
        <Checkbox view={view} name="keys" label={view.t('preferences.keys')} checked={view.hasKeys} />
        {digest !== null && (
          <Checkbox
            view={view}
            name="digest"
            label={view.t('preferences.digest')}
            hint={view.t('preferences.digest_hint', { address: digest.address })}
            checked={digest.isWanted}
          />
        )}
        <div class="pe-actions">
          <Button kind="primary" text={view.t('preferences.save')} />
        </div>
      </Form>
    </div>
  );
  return { title, content };
}
