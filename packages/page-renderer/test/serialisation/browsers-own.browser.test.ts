/** What the browser itself adds to a document is not of the page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useBench } from '../support/rendering.ts';
import { startSite } from '../support/site.ts';

const bench = useBench();
const XHTML = 'http://www.w3.org/1999/xhtml';
const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/xslt': [
    'application/xhtml+xml',
    `<?xml-stylesheet type="text/xsl" href="/sheet.xsl"?><html xmlns="${XHTML}"><head><title>t</title></head><body>text</body></html>`,
  ],
  '/sheet.xsl': [
    'text/xsl',
    `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body>
      <h1>Transformed</h1><p popover="">closed</p></body></html></xsl:template></xsl:stylesheet>`,
  ],
  '/styled': [
    'application/xhtml+xml',
    `<?xml-stylesheet href="sheet.css" media="screen"?><html xmlns="${XHTML}"><head><title>t</title></head><body>text</body></html>`,
  ],
  '/sheet.css': ['text/css', 'body { color: red }'],
  '/errors': [
    'application/xhtml+xml',
    `<html xmlns="${XHTML}"><head><title>t</title></head><body><p>before</p><b>x</i></body></html>`,
  ],
};

/** A site with these files. */
const served = () =>
  startSite({
    '*': ({ url = '' }, response) => {
      const [type = 'text/plain', text = ''] = FILES[url] ?? [];
      response.writeHead(200, { 'Content-Type': type }).end(text);
    },
  });

test('a warning of XSLT and a report of errors in XML are left out', async () => {
  await using site = await served();
  const [transformed, erroneous] = await Promise.all(
    ['/xslt', '/errors'].map((path) => bench.renderer.render(site.url + path)),
  );
  assert.match(transformed?.html ?? '', /<body>\s*<h1>Transformed<\/h1>\s*<p popover="">closed<\/p>\s*<\/body>/);
  // Chromium does not report the end of the request for its style sheet.
  assert.deepEqual([transformed?.verdict, transformed?.pending], ['complete', {}]);
  assert.doesNotMatch(transformed?.html ?? '', /XSLT|xslt-warning|<style/);
  assert.equal(transformed?.metas?.textLength, 'Transformed'.length);
  assert.match(erroneous?.html ?? '', /<body><p>before<\/p><b><\/b><\/body>/);
  assert.doesNotMatch(erroneous?.html ?? '', /parsererror|following errors/);
});

test('a style sheet of a processing instruction is linked', async () => {
  await using site = await served();
  const { html } = await bench.renderer.render(`${site.url}/styled`);
  assert.match(html, new RegExp(`<link rel="stylesheet" href="${site.url}/sheet.css" media="screen">`));
});
