/** The forms of a report that other programs read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from '../../dist/audit/formats/csv.js';
import { sarifOf } from '../../dist/audit/formats/sarif.js';

const finding = {
  kind: 'duplicate-titles',
  severity: 'warning',
  url: 'https://a.test/?a="1",2',
  sentence: 'The title is that of others.',
  says: [
    { place: 'title', value: '=HYPERLINK("https://b.test")' },
    { place: 'page', value: 'https://a.test/b' },
  ],
} as const;
const report = {
  findings: [
    { ...finding, change: 'new' },
    { ...finding, kind: 'orphan', url: '=1+1', says: [], change: 'same' },
  ],
  gone: [{ ...finding, kind: 'vary', severity: 'note', url: 'http://[::1]/|?a[1]=%&b=%20#c#d', says: [] }],
} as const;

test('the table quotes what needs it, and no cell of it is a formula', () => {
  assert.deepEqual(
    [...csvOf(report)],
    [
      'change,severity,kind,url,finding,details\r\n',
      'new,warning,duplicate-titles,"https://a.test/?a=""1"",2",The title is that of others.,"title: =HYPERLINK(""https://b.test"")\npage: https://a.test/b"\r\n',
      "same,warning,orphan,'=1+1,The title is that of others.,\r\n",
      'gone,note,vary,http://[::1]/|?a[1]=%&b=%20#c#d,The title is that of others.,\r\n',
    ],
  );
});

test('SARIF names the rule, the page as a URI and the change of each finding', () => {
  const log = sarifOf('https://a.test/', report) as {
    runs: Array<{
      tool: { driver: { rules: Array<{ id: string; defaultConfiguration: { level: string } }> } };
      results: Array<{
        ruleId: string;
        ruleIndex: number;
        level: string;
        baselineState: string;
        locations: Array<{ physicalLocation: { artifactLocation: { uri: string } } }>;
      }>;
    }>;
  };
  const [run] = log.runs;
  const { rules } = run!.tool.driver;
  for (const { ruleId, ruleIndex, level } of run!.results) {
    assert.equal(rules[ruleIndex]?.id, ruleId);
    assert.equal(rules[ruleIndex]?.defaultConfiguration.level, level);
  }
  const uris = run!.results.map(({ locations: [place] }) => place?.physicalLocation.artifactLocation.uri);
  assert.deepEqual(uris, ['https://a.test/?a=%221%22,2', '=1+1', 'http://[::1]/%7C?a%5B1%5D=%25&b=%20#c%23d']);
  const states = run!.results.map(({ baselineState }) => baselineState);
  assert.deepEqual(states, ['new', 'unchanged', 'absent']);
});
