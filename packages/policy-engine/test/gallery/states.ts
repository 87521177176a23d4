/** A page with each component of the panel in all its states, one group after the other. */
import { jsx, type JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  ApartButton,
  ApartLink,
  Badge,
  Breakable,
  Button,
  ButtonLink,
  Checkbox,
  Downloads,
  EmptyState,
  ForDevelopers,
  Form,
  Icon,
  type IconName,
  Id,
  Notice,
  type Page,
  PageHeader,
  Pager,
  Person,
  PLACE,
  PrintButton,
  Prose,
  Reason,
  type Routes,
  SelectField,
  Sentence,
  Split,
  Table,
  TextArea,
  TextField,
  Time,
  Timeline,
  type Tone,
  type View,
} from '../../dist/platform/web/index.js';

const element = (tag: string, props: object): JSX.Element => jsx(tag, { ...props }) as unknown as JSX.Element;
const group = (title: string, ...children: JSX.Element[]): JSX.Element =>
  element('section', { class: 'pe-stack', children: [element('h2', { children: title }), ...children] });
const row = (...children: JSX.Element[]): JSX.Element => element('div', { class: 'pe-actions', children });

const TONES: readonly Exclude<Tone, 'neutral'>[] = ['info', 'success', 'warning', 'danger'];
const ICONS: readonly IconName[] = [
  'shield',
  'info',
  'success',
  'warning',
  'danger',
  'neutral',
  'empty',
  'back',
  'forward',
  'first',
  'last',
];
const LONG = 'A text that is longer than the place that was thought of for it, as German and Turkish words like to be';
const LONG_ADDRESS = 'maria.del.carmen.fernandez.de.cordoba.y.alvarez.de.toledo@example.test';
const MOMENT = new Date('2026-03-04T05:06:07Z');
const UUID = '0199e1c0-0000-7000-8000-000000000001';

function buttons(): JSX.Element[] {
  const kinds = ['plain', 'primary', 'danger'] as const;
  return [
    row(...kinds.map((kind) => Button({ kind, text: `Button, ${kind}` }))),
    row(...kinds.map((kind) => Button({ kind, text: `Button, ${kind}, small`, small: true }))),
    row(...kinds.map((kind) => ButtonLink({ kind, text: `Link, ${kind}`, href: '#' }))),
    row(ActionForm({ action: '#', method: 'delete', text: 'A form of one button', kind: 'danger' })),
    row(Button({ kind: 'primary', text: 'Save' }), ApartLink({ text: 'Delete', href: '#' })),
    row(Button({ kind: 'primary', text: 'Save' }), ApartButton({ text: 'Delete', form: 'other' })),
    row(Button({ text: LONG }), PrintButton({ text: 'Print' })),
  ];
}

function notices(view: View): JSX.Element[] {
  return [
    ...TONES.map((tone) => Notice({ view, tone, text: `A notice, ${tone}.` })),
    Notice({ view, tone: 'info', text: `${LONG}. ${LONG}.` }),
  ];
}

function badges(): JSX.Element[] {
  return [
    row(Badge({ text: 'neutral' }), ...TONES.map((tone) => Badge({ tone, text: tone }))),
    row(Badge({ tone: 'warning', text: LONG })),
  ];
}

function fields(view: View): JSX.Element {
  const errors = ['text', 'area', 'select', 'box'].map((name) => ({
    field: `wrong.${name}`,
    code: 'required',
    detail: 'This field is required.',
  }));
  const options = [
    { value: 'en', text: 'English' },
    { value: 'tr', text: 'Türkçe' },
  ];
  const set = (name: string, more: { hint?: string; required?: boolean; value?: string }): JSX.Element[] => [
    TextField({ view, name: `${name}[text]`, label: 'One line', errors, ...more }),
    TextArea({ view, name: `${name}[area]`, label: 'Several lines', errors, ...more }),
    SelectField({ view, name: `${name}[select]`, label: 'One of a few', errors, options, ...more, value: 'tr' }),
    Checkbox({ view, name: `${name}[box]`, label: 'Yes or no', errors, ...more, checked: more.value !== undefined }),
  ];
  return Form({
    view,
    action: '#',
    children: [
      ...set('empty', {}),
      ...set('filled', { hint: 'A hint that says what is meant.', value: LONG, required: true }),
      ...set('wrong', {}),
      TextField({ view, name: 'day', label: 'A day', type: 'date', value: '2026-03-04' }),
      TextArea({
        view,
        name: 'markdown',
        label: 'Markdown',
        code: true,
        long: true,
        value: '# Cookies\n\nWe set two.',
      }),
    ],
  });
}

function lists(view: View): JSX.Element[] {
  const columns = [
    { label: 'Name', kind: 'heading', cell: (name: string) => name },
    { label: 'Number', kind: 'number', cell: () => 12_345 },
  ] as const;
  const pages = [
    [1, 7],
    [4, 7],
    [7, 7],
  ] as const;
  return [
    Table({ view, caption: 'Without rows', columns, rows: [] }),
    Table({
      view,
      caption: 'With a long address',
      columns,
      rows: ['Ordinary', LONG_ADDRESS],
    }),
    Downloads({ view, path: '/list', query: { q: 'a' } }),
    Split({ main: Prose({ html: `<p>${LONG}</p>`, locale: 'en' }), side: Badge({ text: 'Beside it' }) }),
    ...pages.map(([page, all]) => Pager({ view, page, pages: all, href: (to) => `?page=${to}` })),
    EmptyState({ title: 'Nothing here', text: LONG }),
    EmptyState({ title: 'Nothing here', text: 'With a way on.', action: ButtonLink({ text: 'Go on', href: '#' }) }),
  ];
}

function words(view: View): JSX.Element[] {
  const line = (...children: unknown[]): JSX.Element => element('p', { children });
  const html = '<h2>A heading</h2><p>A text with <a href="#">a link</a>.</p><ul><li>One</li><li>Two</li></ul>';
  return [
    line(Time({ view, at: MOMENT }), ' · ', Time({ view, at: MOMENT, precision: 'minute' })),
    line(Id({ value: UUID }), ' · ', Id({ value: UUID, href: '#' })),
    line(Reason({ view, error: 'ENOSPC: no space left on device, write' }), ' · ', Reason({ view, error: LONG })),
    line(Breakable({ text: LONG_ADDRESS }), ' · ', Person({ view, id: 'ada' }), ' · ', Person({ view, id: UUID })),
    ForDevelopers({ view, names: ['scripts', 'necessaryCookies'] }),
    line(Sentence({ text: `On ${PLACE} it was sealed.`, children: Time({ view, at: MOMENT }) })),
    Prose({ html, locale: 'en' }),
    Timeline({
      entries: [
        { at: Time({ view, at: MOMENT }), content: 'Asked for' },
        { at: Time({ view, at: MOMENT }), content: 'Confirmed by ada@example.test' },
        { content: 'The copy is deleted', isNext: true },
      ],
    }),
    row(...ICONS.map((name) => Icon({ name }))),
  ];
}

function parts(sideFirst: boolean): JSX.Element {
  const card = (children: string): JSX.Element => element('div', { class: 'pe-card', children });
  return Split({ main: card('What the page is about'), side: card('What is known about it'), sideFirst });
}

function statesPage(view: View): Page {
  const title = 'Every component in its states';
  const content = element('div', {
    class: 'pe-stack',
    children: [
      PageHeader({ title, lead: LONG, back: { href: '/', text: 'Gallery' } }),
      group('Buttons', ...buttons()),
      group('Notices', ...notices(view)),
      group('Badges', ...badges()),
      group('Lists', ...lists(view)),
      group('Words', ...words(view)),
      group('Fields', fields(view)),
      group('Two parts', ...[false, true].map((sideFirst) => parts(sideFirst))),
    ],
  });
  return { title, content };
}

/** The route of the page, `/states`. */
export const stateRoutes: Routes = (app) => {
  app.route({
    method: 'get',
    path: '/states',
    id: 'states',
    summary: 'Components in their states',
    answer: { description: 'A page', html: 'page' },
    handle: () => ({ html: statesPage }),
  });
};
