/** What readers choose for the pages in their own browser: the time zone of times, and keys. */
import { z } from '@hono/zod-openapi';
import {
  Button,
  Checkbox,
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

const Chosen = z.object({
  zone: z
    .string()
    .max(63)
    .refine((zone) => zone === '' || isTimeZone(zone))
    .optional()
    .openapi({ description: 'IANA name; empty for the time zone of the browser' }),
  keys: formBoolean.optional(),
});

/** Declares the page. */
export function declarePreferences(app: WebApp): void {
  app.navigation({ area: 'user', path: PREFERENCES, label: 'nav.preferences', isOnlyListed: true });
  app.route({
    method: 'get',
    path: PREFERENCES,
    id: 'showPreferences',
    summary: 'What the reader chose for the pages in this browser',
    tags: ['Description'],
    access: 'user',
    answer: { description: 'The form', html: 'page' },
    handle: () => ({ html: (view) => preferencesPage(view) }),
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
    form:
      async (_call, { errors }) =>
      (view) =>
        preferencesPage(view, errors),
    handle: (call) => {
      const { zone, keys = false } = call.body;
      keepPreferences(call, { zone: zone || null, keys });
      return { redirect: { to: call.href(PREFERENCES), notice: 'notice.preferences' } };
    },
  });
}

function preferencesPage(view: View, errors: readonly FieldError[] = []): Page {
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
        <div class="pe-actions">
          <Button kind="primary" text={view.t('preferences.save')} />
        </div>
      </Form>
    </div>
  );
  return { title, content };
}
