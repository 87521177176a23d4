/** Every query parameter of renders, by the names that the grammar reads. */
import { TYPES } from '../../grammar/dialects/prerender.ts';
import { FORMATS } from '../../grammar/dialects/format.ts';
import { TABS } from '../inspect/content/tabs.ts';
import { MAX_RUNNING_TEXT } from '../../render/job/print.ts';

/** A JSON Schema, as far as it is used here. */
export type Schema = Readonly<Record<string, unknown>>;

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', ...more, description });
const flag = (description: string): Schema => ({ type: 'boolean', description });
const oneOf = (description: string, names: readonly string[]): Schema => ({ type: 'string', enum: names, description });
const pixels = (description: string): Schema => ({ type: 'integer', minimum: 1, maximum: 8192, description });
const several = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string' },
  maxItems: 10,
  description,
});

/** The schema of each parameter. */
export const RENDER_PARAMETER_SCHEMAS: Readonly<Record<string, Schema>> = {
  url: text('the address of the page, with its protocol', { format: 'uri' }),
  mobile: flag('emulates a phone'),
  timezoneId: text('IANA time zone'),
  acceptLanguage: text('languages for servers and scripts, as in Accept-Language', { maxLength: 200 }),
  waitForSelector: text('the page is complete when an element matches', { maxLength: 1000 }),
  refreshCache: flag('renders the page anew, and replaces the cached result'),
  dom: oneOf('makes polyfills of web components render into plain DOM', ['shady']),
  'wc-inject-shadydom': flag('the same as dom=shady'),
  shadow: oneOf('how native shadow roots become HTML', ['flat', 'declarative']),
  frames: oneOf('frames of the own origin of the page', ['inline', 'keep']),
  format: oneOf('the form in which the page is returned', Object.keys(FORMATS)),
  width: pixels('width of the viewport in CSS pixels'),
  height: pixels('height of the viewport in CSS pixels'),
  renderType: oneOf('what is made of the page', TYPES),
  userAgent: text('for all servers and scripts', { maxLength: 512 }),
  javascript: text('a script that runs in the complete page; needs a credential', { maxLength: 10_000 }),
  followRedirects: flag('returns the page that the target redirects to'),
  fullpage: flag('a screenshot of the full page'),
  header: several('Name: value, for the origin of the target; the operator lists the names in requestHeaders'),
  cookie: several('name=value, for the origin of the target; the operator lists the names in requestCookies'),
  pageSize: text('A3 to A6, Letter, Legal, Tabloid, Ledger, or a width and a height such as "210mm 297mm"'),
  margin: text('one to four lengths, as in CSS'),
  landscape: flag('turns the paper'),
  background: flag('whether backgrounds are printed'),
  scale: { type: 'number', minimum: 0.1, maximum: 2, description: 'of the printed page' },
  pageRanges: text('such as "1-3, 5, 8-"'),
  headerText: text('above each page: text with {page}, {pages}, {title}, {url} and {date}', {
    maxLength: MAX_RUNNING_TEXT,
  }),
  footerText: text('the same below each page', { maxLength: MAX_RUNNING_TEXT }),
  tagged: flag('whether the PDF has tags for assistive technology'),
  outline: flag('whether headings become bookmarks'),
  tab: oneOf('the part of an inspection whose content is returned; default: findings', TABS),
  inspection: text(
    'the id of an inspection of the same address, from the last 10 minutes; without it, the page is rendered',
  ),
  externalLinks: flag('whether links of the page to other origins are requested, too; only for tab=links'),
  ignoredJudgements: text('names of judgements that are left out, divided by commas'),
};
