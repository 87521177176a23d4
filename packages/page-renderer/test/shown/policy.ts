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
  'a style that a script has set, and a picture': {
    page: page(`p.style.color = 'rgb(1, 1, 1)'; const canvas = document.createElement('canvas');
      canvas.getContext('2d').fillRect(0, 0, 9, 9); document.body.append(canvas)`),
    text: 'b p q',
    styles: { '#p': SEEN.p },
  },
};
