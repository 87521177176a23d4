/**
 * The document of the formatted editor: what a policy text in Markdown can say, and nothing else. What of it is not visible is written in
 * the attributes of elements, so that what is cut out is the same where it is pasted.
 */
import { type Attrs, type NodeSpec, Schema } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

const inline = '(text | image | hard_break)*';

const isTight = ({ dataset }: HTMLElement): boolean => dataset['tight'] !== 'false';
const tightness = (attrs: Attrs): Record<string, string> => (attrs['tight'] === true ? {} : { 'data-tight': 'false' });

const blocks: Readonly<Record<string, NodeSpec>> = {
  doc: { content: 'block+' },
  paragraph: { content: inline, group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  // One line of Markdown, so without breaks.
  heading: {
    content: '(text | image)*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 2, validate: 'number' } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      getAttrs: (dom) => ({ level: /^[1-6]$/.test(dom.dataset['level'] ?? '') ? Number(dom.dataset['level']) : level }),
    })),
    // The page has its own h1.
    toDOM: ({ attrs }) => [`h${Math.min(Number(attrs['level']) + 1, 6)}`, { 'data-level': String(attrs['level']) }, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  code_block: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    attrs: { info: { default: '', validate: 'string' } },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: (dom) => ({ info: dom.dataset['info'] ?? '' }) }],
    toDOM: ({ attrs }) => ['pre', { 'data-info': String(attrs['info']) }, ['code', 0]],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  bullet_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { tight: { default: true, validate: 'boolean' } },
    parseDOM: [{ tag: 'ul', getAttrs: (dom) => ({ tight: isTight(dom) }) }],
    toDOM: ({ attrs }) => ['ul', tightness(attrs), 0],
  },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { start: { default: 1, validate: 'number' }, tight: { default: true, validate: 'boolean' } },
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (dom) => {
          const start = dom.getAttribute('start') ?? '';
          return { start: /^\d{1,9}$/.test(start) ? Number(start) : 1, tight: isTight(dom) };
        },
      },
    ],
    toDOM: ({ attrs }) => [
      'ol',
      { ...(attrs['start'] !== 1 && { start: String(attrs['start']) }), ...tightness(attrs) },
      0,
    ],
  },
  list_item: {
    content: 'block+',
    defining: true,
    attrs: { checked: { default: null, validate: 'boolean|null' } },
    parseDOM: [
      {
        tag: 'li',
        getAttrs: ({ dataset: { checked } }) => ({ checked: checked === undefined ? null : checked === 'true' }),
      },
    ],
    toDOM: ({ attrs }) => ['li', attrs['checked'] === null ? {} : { 'data-checked': String(attrs['checked']) }, 0],
  },
  ...tableNodes({
    tableGroup: 'block',
    cellContent: '(text | image)*',
    cellAttributes: {
      align: {
        default: null,
        validate: 'string|null',
        getFromDOM: ({ dataset: { align = '' } }) => (/^(?:left|center|right)$/.test(align) ? align : null),
        setDOMAttr: (value, attrs) => {
          if (typeof value === 'string') attrs['data-align'] = value;
        },
      },
    },
  }),
  text: { group: 'inline' },
  // As a word: the page of the text decides whether the image is shown.
  image: {
    inline: true,
    group: 'inline',
    attrs: { src: {}, alt: { default: '' }, title: { default: null } },
    parseDOM: [
      {
        tag: 'span[data-src]',
        getAttrs: ({ dataset: { src, alt = '', title = null } }) => ({ src, alt, title }),
      },
    ],
    toDOM: ({ attrs }) => [
      'span',
      { class: 'pe-rich-image', 'data-src': attrs['src'], 'data-alt': attrs['alt'], 'data-title': attrs['title'] },
      String(attrs['alt'] || attrs['src']),
    ],
  },
  hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
};

export const schema: Schema = new Schema({
  nodes: blocks,
  // From the outermost to the innermost.
  marks: {
    link: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      parseDOM: [
        { tag: 'a[data-href]', getAttrs: ({ dataset: { href, title = null } }) => ({ href, title }) },
        { tag: 'a[href]', getAttrs: (dom) => ({ href: dom.getAttribute('href') }) },
      ],
      // Without an address, so that a click in the editor does not leave it.
      toDOM: ({ attrs }) => [
        'a',
        { title: String(attrs['href']), 'data-href': attrs['href'], 'data-title': attrs['title'] },
        0,
      ],
    },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    del: { parseDOM: [{ tag: 'del' }, { tag: 's' }], toDOM: () => ['del', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
});
