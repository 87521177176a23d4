/** What is pasted into the formatted editor from Word, Google Docs and the editor itself says the same as where it was copied. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { complaintsAbout } from '../../../../testing/complaints.ts';
import type { Listening } from '../../../../testing/listening.ts';
import { serveEngine } from '../support/served-engine.ts';
import { createTermsWeb, type TermsWeb } from './terms-web.ts';

let browser: Browser;
let engine: TermsWeb;
let served: Listening;
before(async () => {
  engine = await createTermsWeb({ currentUser: () => ({ id: 'admin', record: null }) });
  served = await serveEngine(engine.web);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
  await engine?.database.close();
});

async function open(path: string): Promise<{ page: Page; complaints: readonly string[] }> {
  const page = await browser.newPage({ locale: 'en' });
  const complaints = complaintsAbout(page, served.url);
  await page.goto(`${served.url}/policies/categories/cookie/terms/${path}`);
  await page.locator('.ProseMirror').focus();
  return { page, complaints };
}

const markdown = (page: Page): Promise<string> =>
  page.locator('textarea[name$="description]"], textarea[name="description"]').inputValue();

/** Pastes as an application that puts HTML on the clipboard. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.ProseMirror').dispatchEvent(event);
  }`);
}

const item = (level: number, mark: string, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>` +
  `&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->
<p class=MsoTitle>Cookies<o:p></o:p></p>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>We</b> set <i>two</i> cookies, <s>three</s>
<span style='mso-spacerun:yes'>&nbsp;</span>see <a href="https://a.example/help">help</a> and
<a href="#_Toc1">below</a>.<o:p></o:p></p>
<h2><a name="_Toc1"></a>Which<br>ones<o:p></o:p></h2>
${item(1, '·', 'one')}
${item(2, 'o', 'inner')}
${item(1, '·', 'two')}
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${item(1, '3.', 'third')}
${item(1, '4.', 'fourth')}
<table class=MsoTableGrid border=1 style='border-collapse:collapse'>
 <tr><td width=200 colspan=2><p class=MsoNormal><b>Name</b><o:p></o:p></p></td><td><p class=MsoNormal>Stays<o:p></o:p></p></td></tr>
 <tr><td rowspan=2><p class=MsoNormal>a</p><p class=MsoNormal>b</p></td><td><p class=MsoNormal>1 | 2</p></td><td><ul><li>day</li><li>night</li></ul></td></tr>
 <tr><td><p class=MsoNormal>x</p></td><td><p class=MsoNormal>y</p></td></tr>
</table>
<p class=MsoNormal><img width=20 src="file:///C:/image001.png">After.<o:p></o:p></p><!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-weight:400;">Cookies</span></h1>
<p dir="ltr"><span style="font-weight:700;font-style:normal;">We</span><span style="font-weight:400;"> set </span><span style="font-weight:400;font-style:italic;">two</span><span style="font-weight:400;"> cookies: </span><a href="https://www.google.com/url?q=https://a.example/help&amp;sa=D" style="text-decoration:none;"><span style="text-decoration:underline;">help</span></a></p>
<ul><li dir="ltr" style="font-weight:400;"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><ul><li dir="ltr"><p dir="ltr"><span>inner</span></p></li></ul><li dir="ltr"><p dir="ltr"><span>two</span></p></li></ul>
<div dir="ltr"><table><colgroup><col width="50"/></colgroup><tbody><tr><td><p dir="ltr"><span>Name</span></p></td><td><p dir="ltr"><span>Stays</span></p></td></tr><tr><td><p><span>a</span></p></td></tr></tbody></table></div><br/></b>`;

test('a document of Word', async () => {
  const { page, complaints } = await open('new');
  await paste(page, WORD);
  assert.equal(
    await markdown(page),
    `# Cookies

**We** set *two* cookies, ~~three~~ see [help](https://a.example/help) and below.

## Which ones

- one
  - inner
- two

3. third
4. fourth

| **Name** |  | Stays |
| --- | --- | --- |
| a b | 1 \\| 2 | day night |
|  | x | y |

After.
`,
  );
  // A picture is missing, which is said until the next change.
  await page.getByText('Some of what was pasted was left out').waitFor();
  await page.keyboard.press('Control+z');
  assert.equal(await markdown(page), '');
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a document of Google Docs', async () => {
  const { page, complaints } = await open('new');
  await paste(page, DOCS);
  assert.equal(
    await markdown(page),
    `# Cookies

**We** set *two* cookies: [help](https://a.example/help)

- one
  - inner
- two

| Name | Stays |
| --- | --- |
| a |  |
`,
  );
  assert.equal(await page.getByText('Some of what was pasted was left out').count(), 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test('a web page: what runs or hides is left out, and one phrase that cannot be formatted does not keep out the rest', async () => {
  const { page, complaints } = await open('new');
  await paste(
    page,
    `<style>p { color: red }</style><p onclick="alert(1)">now<b>(soon)</b>then</p><script>alert(1)</script>
    <ol type="a"><li>one</li></ol><p>See <a href="javascript:alert(1)">this</a>.</p><h3>Table</h3><table></table><blockquote>Quoted</blockquote>`,
  );
  assert.equal(await markdown(page), 'now(soon)then\n\n1. one\n\nSee this.\n\n### Table\n\n> Quoted\n');
  await page.getByText('Some of what was pasted was left out').waitFor();
  await page.keyboard.type('!');
  assert.equal(await page.getByText('Some of what was pasted was left out').count(), 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

const TEXT = `## Cookies

See [us](https://a.example "Who we are") and ![a jar](https://a.example/jar.png).

3. three

4. four

- [x] done
- [ ] not done

| Name | Stays |
| --- | --: |
| a | **1** day |

\`\`\`js
code();
\`\`\`

###### Deep
`;

test('what is cut out in the editor is the same where it is pasted', async () => {
  const { id } = await engine.terms.createDraft('cookie', { markdown: TEXT });
  const { page } = await open(`${id}/edit`);
  assert.equal(await markdown(page), TEXT);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  assert.equal(await markdown(page), '');
  await page.keyboard.press('Control+v');
  assert.equal(await markdown(page), TEXT);
  await page.close();
});
