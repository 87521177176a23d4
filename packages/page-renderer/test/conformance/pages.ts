import type { ServerResponse } from 'node:http';

type Page = string | ((request: unknown, response: ServerResponse) => void);

/** The pages of the conformance checks. */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': '<h1>home</h1>',
  '/agent':
    '<meta name="viewport" content="width=device-width"><p id="p"></p><script>p.textContent = navigator.userAgent + "|" + new Date(0).getHours()</script>',
  '/polyfill-flags': '<p id="p"></p><script>p.textContent = window.ShadyDOM?.force ? "forced" : "free"</script>',
  '/tall': '<body style="margin:0"><div style="height:2500px">',
  '/clock': '<h1 id="h"></h1><script>h.textContent = new Date(0).toTimeString()</script>',
  '/prerender-status': '<meta name="prerender-status-code" content="410">gone',
  '/echo': (request, response) => {
    const { url = '' } = request as { url?: string };
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>[${url}]</p>`);
  },
  '/moved': (_, response) => response.writeHead(301, { Location: '/' }).end(),
  '/gone': (_, response) => response.writeHead(410, { 'Content-Type': 'text/html' }).end('<h1>gone</h1>'),
  '/metas':
    '<meta name="render:status_code" content="404"><meta name="render:status_code" content="500">' +
    '<meta name="render:header" content="X-Robots-Tag: noindex"><meta name="render:header" content="Content-Language: tr">text',
  '/forbidden-metas':
    '<meta name="render:header" content="Set-Cookie: a=1"><meta name="render:header" content="X-Robots-Tag: noindex">text',
  '/busy': '<h1>here</h1><img src="/hang">',
  '/hang': () => {},
  '/unread': '<h1>here</h1><script>fetch("/")</script>',
  '/long': `<h1>long</h1>${'<p>words</p>'.repeat(500)}`,
  '/deep/page': '<a href="next">next</a>',
  '/deep/': '<a href="next">next</a>',
  '/cssom': `<style id="s"></style><p>text</p><script>
    s.sheet.insertRule('.inserted-rule { color: red }');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.adopted-rule { color: blue }');
    document.adoptedStyleSheets = [sheet];
  </script>`,
  '/form': '<input id="i"><input id="c" type="checkbox"><script>i.value = "typed"; c.checked = true</script>',
  '/shadow': `<div id="open">slotted text</div><div id="closed"></div><script>
    document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = '<b>open root</b><slot></slot>';
    document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '<b>closed root</b>';
  </script>`,
  '/stores':
    '<p id="p"></p><script>p.textContent = document.cookie + "|" + localStorage.length; document.cookie = "a=1"; localStorage.a = 1</script>',
  '/slow': (_, response) =>
    void setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end('slow'), 700),
  '/download': (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment' }).end('PK'),
  '/throws': '<script>throw new Error("page"); </script><script>Promise.reject(new Error("page"))</script>',
  '/empty-500': (_, response) => response.writeHead(500).end(),
};
