/** The policy that a page has in its HTML allows what was written into it, and nothing that it has forbidden before. */
import type { Seen } from './seen.ts';

const page = (
  script: string,
) => `<meta http-equiv="Content-Security-Policy" content="style-src 'nonce-a'; img-src 'self'">
  <style nonce="a">b { color: rgb(2, 2, 2) }</style><style>p { display: none }</style><b>b</b><p id="p">p</p><p style="display: none" id="q">q</p><div id="host"></div>
  <script>const sheet = new CSSStyleSheet(); sheet.replaceSync('p { color: rgb(1, 1, 1) }'); ${script}</script>`;
const SEEN = { p: { color: 'rgb(1, 1, 1)' } };

export const POLICY: Readonly<Record<string, Seen>> = {
  'an adopted style sheet': {
    page: page('document.adoptedStyleSheets = [sheet]'),
    text: 'b p q',
    styles: { '#p': SEEN.p },
  },
  'an adopted style sheet of a declared shadow tree': {
    page: page(
      `const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<p>inner</p>'; root.adoptedStyleSheets = [sheet]`,
    ),
    shadow: 'declarative',
    styles: { '#host p': SEEN.p, b: { color: 'rgb(2, 2, 2)' } },
  },
  'what a policy of a header has blocked is not loaded by others': {
    page: `<link rel="stylesheet" href="/blocked.css"><link rel="stylesheet" href="/allowed.css" nonce="a"><p>p</p><img src="/blocked.png" srcset="/blocked.png 2x" alt="alt">`,
    headers: { 'Content-Security-Policy': "style-src 'nonce-a'; img-src 'none'" },
    sheets: { '/blocked.css': 'p { display: none }', '/allowed.css': 'p { color: rgb(1, 1, 1) }' },
    html: /<img alt="alt">/,
    text: 'p',
    styles: { p: { color: 'rgb(1, 1, 1)' } },
  },
  'pictures and fonts of styles that a policy of a header has blocked': {
    page: `<link rel="stylesheet" href="/deep/pictures.css"><style>b { background: url(/no-b.png) }</style><p>p</p><b>b</b><i style="background: url('no-i.png')">i</i>`,
    headers: { 'Content-Security-Policy': "img-src 'none'; font-src 'none'" },
    sheets: {
      '/deep/pictures.css':
        '@font-face { font-family: A; src: url(no.woff2) } p { font-family: A; color: rgb(1, 1, 1); background: url(no-p.png) } .none { background: url(other.png) }',
    },
    html: /^(?!.*\/no\b)(?!.*no-[bip]\.png).*deep\/other\.png/s,
    styles: { p: { color: 'rgb(1, 1, 1)', 'background-image': 'url("about:invalid")' } },
  },
  'where a policy allows no scripts, <noscript> is shown': {
    page: `<noscript><style>p { color: rgb(1, 1, 1) }</style></noscript><p>p</p><noscript><b>shown</b></noscript>`,
    headers: { 'Content-Security-Policy': 'sandbox allow-same-origin' },
    text: 'p shown',
    styles: { p: { color: 'rgb(1, 1, 1)' } },
  },
  'where a policy allows only no script of the page, <noscript> is not shown': {
    page: `<p>p</p><noscript><b>hidden</b></noscript>`,
    headers: { 'Content-Security-Policy': "script-src 'none'" },
    text: 'p',
  },
  'a style that a script has set, and a picture': {
    page: page(`p.style.color = 'rgb(1, 1, 1)'; const canvas = document.createElement('canvas');
      canvas.getContext('2d').fillRect(0, 0, 9, 9); document.body.append(canvas)`),
    text: 'b p q',
    styles: { '#p': SEEN.p },
  },
};
