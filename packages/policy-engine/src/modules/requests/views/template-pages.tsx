/** Templates of reasons: the list in a language, and the form of one. */
import { languageName } from '../../terms/index.ts';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Badge,
  Button,
  ButtonLink,
  Downloads,
  type FieldError,
  Form,
  Notice,
  type Page,
  PageHeader,
  SelectField,
  Table,
  TextArea,
  TextField,
  type View,
} from '../../../platform/web/index.ts';
import { REQUESTS, TEMPLATES } from '../routes/paths.ts';
import { revisionOf, type Template, type TemplateAct, templateActs } from '../templates/template.ts';

/** The data of the list. */
export interface TemplatesShown {
  readonly templates: readonly Template[];
  readonly locale: string;
  readonly locales: readonly string[];
}

function pathOf(path: string, locale: string): string {
  return `${path}?locale=${encodeURIComponent(locale)}`;
}

/** The templates of a language, by action. */
export function templatesPage(view: View, { templates, locale, locales }: TemplatesShown): Page {
  const title = view.t('requests.templates');
  const add = (
    <ButtonLink
      kind="primary"
      href={view.href(pathOf(`${TEMPLATES}/new`, locale))}
      text={view.t('requests.templates.add')}
    />
  );
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('requests.templates.lead')}
        back={{ href: view.hrefOfList(REQUESTS), text: view.t('requests.desk.title') }}
        action={add}
      />
      <nav class="pe-chips" aria-label={view.t('requests.templates.language')}>
        {locales.map((one) => (
          <a href={view.href(pathOf(TEMPLATES, one))} lang={one} aria-current={one === locale ? 'page' : undefined}>
            {languageName(one)}
          </a>
        ))}
      </nav>
      <Downloads view={view} path={TEMPLATES} query={{ locale }} />
      {templateActs.map((act) => (
        <OfAct view={view} act={act} templates={templates.filter((one) => one.act === act)} />
      ))}
    </>
  );
  return { title, content };
}

function OfAct({
  view,
  act,
  templates,
}: {
  view: View;
  act: TemplateAct;
  templates: readonly Template[];
}): JSX.Element {
  const title = view.t(`requests.templates.act.${act}`);
  const [change, remove] = [view.t('action.edit'), view.t('action.delete')];
  return (
    <section class="pe-stack pe-template-list" aria-label={title}>
      <h2>{title}</h2>
      {templates.length === 0 && <p class="pe-muted">{view.t('requests.templates.none')}</p>}
      {templates.length > 0 && (
        <Table
          view={view}
          caption={title}
          rows={templates}
          columns={[
            {
              label: view.t('requests.templates.title'),
              kind: 'heading',
              cell: (one) => (
                <>
                  <bdi lang={one.locale}>{one.title}</bdi>
                  {one.isUnchanged && (
                    <span class="pe-under">
                      <Badge text={view.t('requests.templates.sample')} />
                    </span>
                  )}
                </>
              ),
            },
            {
              label: view.t('requests.templates.text'),
              cell: ({ body, locale }) => (
                <span class="pe-lines" dir="auto" lang={locale}>
                  {body}
                </span>
              ),
            },
            {
              label: view.t('table.actions'),
              kind: 'actions',
              cell: (template) => {
                const { id, title: name, locale } = template;
                return (
                  <>
                    <ButtonLink
                      small
                      href={view.href(pathOf(`${TEMPLATES}/${id}`, locale))}
                      text={change}
                      name={view.t('text.labelled', { label: change, value: name })}
                    />
                    <ActionForm
                      small
                      method="delete"
                      action={`${view.href(pathOf(`${TEMPLATES}/${id}`, locale))}&revision=${revisionOf(template)}`}
                      text={remove}
                      name={view.t('text.labelled', { label: remove, value: name })}
                    />
                  </>
                );
              },
            },
          ]}
        />
      )}
    </section>
  );
}

/** The content of a form. */
export interface TemplateForm {
  readonly locale: string;
  readonly act: TemplateAct;
  readonly title: string;
  readonly body: string;
  /** Of the template that was opened; none for a new one. */
  readonly revision?: string;
  /** What somebody else saved meanwhile. */
  readonly present?: Template;
}

/** The form of a template. @param id of the edited one; null for a new one */
export function templatePage(
  view: View,
  form: TemplateForm,
  id: string | null,
  errors: readonly FieldError[] = [],
): Page {
  const { locale, act } = form;
  const title = view.t(id === null ? 'requests.templates.add' : 'requests.templates.change');
  const labels = { title: view.t('requests.templates.title'), body: view.t('requests.templates.text') };
  const list = view.href(pathOf(TEMPLATES, locale));
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={languageName(locale)} back={{ href: list, text: view.t('requests.templates') }} />
      <Form
        view={view}
        action={view.href(id === null ? TEMPLATES : `${TEMPLATES}/${id}`)}
        method={id === null ? 'post' : 'put'}
        errors={errors}
        labels={labels}
      >
        <input type="hidden" name="locale" value={locale} />
        {id !== null && (
          <>
            <input type="hidden" name="revision" value={form.revision} />
            {/* For a new template, if this one is gone. */}
            <input type="hidden" name="act" value={act} />
          </>
        )}
        {form.present !== undefined && <Present view={view} template={form.present} />}
        {id === null && (
          <SelectField
            view={view}
            name="act"
            label={view.t('requests.templates.for')}
            value={act}
            options={templateActs.map((one) => ({ value: one, text: view.t(`requests.templates.act.${one}`) }))}
            required
          />
        )}
        <TextField view={view} name="title" label={labels.title} value={form.title} errors={errors} required />
        <TextArea view={view} name="body" label={labels.body} value={form.body} errors={errors} required />
        <div class="pe-actions">
          <Button kind="primary" text={view.t('action.save')} />
          <ButtonLink href={list} text={view.t('action.cancel')} />
        </div>
      </Form>
    </div>
  );
  return { title, content };
}

function Present({ view, template }: { view: View; template: Template }): JSX.Element {
  return (
    <Notice view={view} tone="info">
      <strong>
        {view.t('text.labelled', { label: view.t('requests.templates.present'), value: '' })}{' '}
        <bdi>{template.title}</bdi>
      </strong>
      <p class="pe-lines" dir="auto" lang={template.locale}>
        {template.body}
      </p>
    </Notice>
  );
}
