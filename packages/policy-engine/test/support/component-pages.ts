/** Pages with every component, composed like those of a module. */
import { z } from '@hono/zod-openapi';
import { Fragment, jsx, type JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Badge,
  Button,
  ButtonLink,
  Checkbox,
  type Column,
  ConfirmPage,
  EmptyState,
  type FieldError,
  Form,
  httpErrors,
  Id,
  List,
  ListBar,
  Notice,
  type Page,
  PageHeader,
  Pager,
  type Routes,
  FilesField,
  SelectField,
  SelectionBar,
  Table,
  TextArea,
  TextField,
  Time,
  type View,
} from '../../dist/platform/web/index.js';

type Words = Readonly<Record<string, string>>;

const ENGLISH: Words = {
  policies: 'Policies',
  lead: 'One text per rule. What is published can’t be changed any more; a correction is a new version.',
  write: 'Write a text',
  cookie: 'Cookies',
  privacy: 'Privacy and terms of service',
  age: 'Age confirmation',
  rule: 'Rule',
  state: 'State',
  version: 'Version',
  changed: 'Changed',
  author: 'Author',
  remark: 'Remark',
  actions: 'Actions',
  edit: 'Edit',
  publish: 'Publish',
  published: 'Published',
  draft: 'Draft',
  missing: 'No text yet',
  hint: 'Markdown. People see it as you would see it in a letter: short paragraphs, few headings.',
  title: 'Title',
  text: 'Text',
  language: 'Language',
  material: 'Ask everyone again',
  materialHint: 'For changes that matter. Corrections of spelling don’t need it.',
  required: 'This field is required.',
  empty: 'Nothing to decide',
  emptyText: 'You have answered every policy that concerns you. If one changes, it appears here.',
  decisions: 'See my decisions',
  delete: 'Delete this draft',
  deleteText: 'Version 4 of “Cookies” was never published. Nobody has accepted or rejected it.',
  accept: 'Accept',
  reject: 'Reject',
  info: 'The text of 3 rules is due for its yearly look.',
  sealed: 'The register was rewritten outside of this system.',
};

const ARABIC: Words = {
  ...ENGLISH,
  policies: 'السياسات',
  lead: 'نص واحد لكل قاعدة. ما نُشر لا يتغير؛ كل تصحيح نسخة جديدة.',
  write: 'كتابة نص',
  cookie: 'ملفات تعريف الارتباط',
  privacy: 'الخصوصية وشروط الخدمة',
  age: 'تأكيد العمر',
  rule: 'القاعدة',
  state: 'الحالة',
  version: 'النسخة',
  changed: 'آخر تغيير',
  author: 'الكاتب',
  remark: 'ملاحظة',
  actions: 'إجراءات',
  edit: 'تعديل',
  publish: 'نشر',
  published: 'منشور',
  draft: 'مسودة',
  missing: 'لا نص بعد',
  title: 'العنوان',
  text: 'النص',
  language: 'اللغة',
  material: 'اسأل الجميع مرة أخرى',
  empty: 'لا شيء ينتظر قرارك',
  emptyText: 'أجبت عن كل السياسات التي تخصك. إذا تغيرت واحدة ظهرت هنا.',
  decisions: 'قراراتي',
  accept: 'قبول',
  reject: 'رفض',
};

const wordsOf = (view: View): Words => (view.dir === 'rtl' ? ARABIC : ENGLISH);
const element = (tag: string, props: object): JSX.Element => jsx(tag, { ...props }) as unknown as JSX.Element;
const group = (...children: JSX.Element[]): JSX.Element => Fragment({ children });

interface Rule {
  readonly name: string;
  readonly state: 'published' | 'draft' | 'missing';
  readonly version: number;
  readonly author: string;
}

const AUTHOR = '0197c1d4-7c4b-7a31-9d52-1f2a3b4c5d6e';
const RULES: readonly Rule[] = [
  { name: 'cookie', state: 'published', version: 12, author: AUTHOR },
  { name: 'privacy', state: 'draft', version: 3, author: AUTHOR },
  { name: 'age', state: 'missing', version: 0, author: AUTHOR },
];
const TONES = { published: 'success', draft: 'warning', missing: 'danger' } as const;

function listPage(view: View): Page {
  const words = wordsOf(view);
  const word = (key: string) => words[key] ?? key;
  const columns: Column<Rule>[] = [
    { label: word('rule'), kind: 'heading', sort: 'rule', cell: (rule) => word(rule.name) },
    { label: word('state'), cell: (rule) => Badge({ tone: TONES[rule.state], text: word(rule.state) }) },
    { label: word('version'), kind: 'number', sort: 'version', cell: (rule) => rule.version },
    {
      label: word('changed'),
      priority: 2,
      cell: () => Time({ view, at: new Date('2026-03-04T05:06:07Z'), precision: 'minute' }),
    },
    { label: word('author'), priority: 3, cell: ({ author }) => Id({ value: author }) },
    { label: word('remark'), priority: 3, cell: () => word('hint') },
    {
      label: word('actions'),
      kind: 'actions',
      cell: (rule) => [
        ButtonLink({ href: '#', text: word('edit'), small: true, name: `${word('edit')}: ${word(rule.name)}` }),
        ActionForm({
          action: '#',
          method: 'put',
          text: word('publish'),
          small: true,
          name: `${word('publish')}: ${word(rule.name)}`,
        }),
      ],
    },
  ];
  const action = ButtonLink({ href: '/policies/form', text: word('write'), kind: 'primary' });
  const content = group(
    PageHeader({ title: word('policies'), lead: word('lead'), action }),
    Notice({ view, tone: 'info', text: word('info') }),
    ListBar({
      view,
      path: '/list',
      query: { state: 'draft', by: 'rule', rule: 'privacy', q: '' },
      search: { name: 'q', label: word('title') },
      chips: {
        name: 'state',
        label: word('state'),
        options: [
          { value: '', text: word('policies'), count: 12_345 },
          { value: 'published', text: word('published'), count: 3 },
          { value: 'draft', text: word('draft'), count: 0 },
        ],
      },
      fields: [
        { name: 'rule', label: word('rule'), options: RULES.map(({ name }) => ({ value: name, text: word(name) })) },
        { name: 'from', label: view.t('list.from'), type: 'date' },
      ],
      total: { count: 10_000, isCapped: true },
      isExported: true,
    }),
    SelectionBar({
      view,
      id: 'chosen',
      action: '/policies/confirm',
      method: 'get',
      children: Button({ text: word('publish'), small: true }),
    }),
    Table({
      view,
      caption: word('policies'),
      columns,
      rows: RULES,
      sorting: { by: 'version', descending: true, href: (by, descending) => `?by=${by}&descending=${descending}` },
      selection: {
        form: 'chosen',
        name: 'rules[]',
        value: ({ name }) => name,
        label: ({ name }) => word(name),
        isSelectable: ({ state }) => state !== 'missing',
      },
    }),
    Pager({ view, page: 3, pages: 7, href: (page) => `?page=${page}` }),
  );
  return { title: word('policies'), content };
}

function formPage(view: View, errors: readonly FieldError[]): Page {
  const words = wordsOf(view);
  const word = (key: string) => words[key] ?? key;
  const labels = { 'term.title': word('title'), 'term.material': word('material') };
  const languages = [
    { value: 'en', text: 'English' },
    { value: 'tr', text: 'Türkçe' },
  ];
  const children = [
    TextField({ view, name: 'term[title]', label: word('title'), required: true, value: '', errors }),
    TextArea({
      view,
      name: 'term[text]',
      label: word('text'),
      hint: word('hint'),
      value: '# Cookies\n\nWe set two.',
      required: true,
      code: true,
    }),
    FilesField({ view, name: 'files', label: word('text'), accept: '.pdf,.png', errors }),
    SelectField({ view, name: 'term[locale]', label: word('language'), value: 'tr', options: languages }),
    Checkbox({
      view,
      name: 'term[material]',
      label: word('material'),
      hint: word('materialHint'),
      checked: true,
      errors,
    }),
    element('div', {
      class: 'pe-actions',
      children: [
        Button({ text: word('publish'), kind: 'primary' }),
        Button({ text: view.t('action.save'), field: 'draft', value: '1' }),
        ButtonLink({ text: view.t('action.cancel'), href: '/policies/list' }),
      ],
    }),
  ];
  const content = group(
    PageHeader({ title: word('write'), back: { href: '/policies/list', text: word('policies') } }),
    Form({ view, action: '/policies/form', method: 'put', errors, labels, children }),
  );
  return { title: word('write'), content };
}

function decisionPage(view: View): Page {
  const words = wordsOf(view);
  const word = (key: string) => words[key] ?? key;
  const choices = ['accept', 'reject'].map((verb) => ActionForm({ action: '#', method: 'put', text: word(verb) }));
  const content = group(
    PageHeader({ title: word('privacy'), lead: word('lead') }),
    Notice({ view, tone: 'warning', text: word('sealed') }),
    Notice({ view, tone: 'danger', text: word('sealed') }),
    element('div', { class: 'pe-actions', children: choices }),
    List({
      view,
      path: '/decision',
      query: {},
      order: '-title',
      caption: word('policies'),
      columns: [
        { label: word('title'), kind: 'heading', sort: 'title', cell: (title: string) => title },
        { label: word('version'), id: 'version', kind: 'number', cell: () => '3' },
      ],
      rows: [word('privacy'), word('title')],
      total: { count: 2 },
      page: 1,
      pages: 1,
      empty: { title: word('empty'), text: word('emptyText') },
    }),
    EmptyState({
      title: word('empty'),
      text: word('emptyText'),
      action: ButtonLink({ href: '/policies/list', text: word('decisions') }),
    }),
    Pager({ view, page: 99, pages: 7, href: (page) => `?page=${page}`, isCapped: true }),
  );
  return { title: word('privacy'), content };
}

function confirmPage(view: View): Page {
  const words = wordsOf(view);
  const word = (key: string) => words[key] ?? key;
  const content = ConfirmPage({
    view,
    title: `${word('delete')}?`,
    text: word('deleteText'),
    verb: word('delete'),
    action: '/policies/confirm',
    method: 'delete',
    cancelHref: '/policies/list',
  });
  return { title: word('delete'), content };
}

const PAGES = { list: listPage, decision: decisionPage, confirm: confirmPage } as const;

/** Names of the pages below the mount path; `missing` is a 404. */
export const COMPONENT_PAGES = ['list', 'form', 'refused', 'decision', 'confirm', 'missing'] as const;

/** Routes with one page for every group of components. */
export const componentRoutes: Routes = (app) => {
  app.navigation({ area: 'user', path: '/decision', label: 'app.name' });
  app.navigation({ area: 'admin', path: '/list', label: 'app.administration' });
  for (const [name, render] of Object.entries(PAGES)) {
    app.route({
      method: 'get',
      path: `/${name}`,
      id: name,
      summary: name,
      answer: { description: 'A page', html: 'page' },
      handle: () => ({ html: render }),
    });
  }
  const errors = [
    { field: 'term.title', code: 'required', detail: ENGLISH['required'] ?? '' },
    { field: 'term.material', code: 'required', detail: 'Please decide.' },
  ];
  app.route({
    method: 'get',
    path: '/form',
    id: 'form',
    summary: 'A form',
    answer: { description: 'A page', html: 'page' },
    handle: () => ({ html: (view) => formPage(view, []) }),
  });
  app.route({
    method: 'get',
    path: '/refused',
    id: 'refused',
    summary: 'A form that was refused',
    answer: { description: 'Never', html: 'page' },
    form: (_call, failure) => (view) => formPage(view, failure.errors),
    handle: () => {
      throw httpErrors.invalid(errors);
    },
  });
  app.route({
    method: 'put',
    path: '/form',
    id: 'save',
    summary: 'Save',
    body: z.object({ term: z.object({ title: z.string().min(1) }) }),
    answer: { description: 'Saved', html: 'redirect' },
    form: (_call, failure) => (view) => formPage(view, failure.errors),
    handle: ({ href }) => ({ redirect: { to: href('/list'), notice: 'notice.saved' } }),
  });
};
