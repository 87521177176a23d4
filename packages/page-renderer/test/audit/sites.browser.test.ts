/** Audits of small sites that are made in quite different ways, from the command line, with real renders. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { runCommandLine } from '../../dist/commands/command-line.js';
import { listening } from '../../../../testing/listening.ts';
import { variants } from '../../../../testing/rounds.ts';
import { OLD } from './sites/old.ts';
import { SCRIPTED } from './sites/scripted.ts';
import { handlerOf } from './sites/site.ts';

describe('page-renderer audit finds each fault and no other one on a site of', () => {
  for (const site of variants([SCRIPTED, OLD])) {
    test(site.name, async () => {
      await using server = await listening(createServer(handlerOf(site)), '127.0.0.1');
      const [output, errors] = [[] as string[], [] as string[]];
      const to = {
        write: (text: string | Uint8Array) => void output.push(String(text)),
        writeError: (text: string) => void errors.push(text),
      };
      const words = ['audit', `${server.url}/`, '--rate', '60000', '--format', 'json', '--fail-on', 'note'];
      assert.equal(await runCommandLine(words, to), 8, errors.join(''));
      const { findings, failed } = JSON.parse(output.join('')) as {
        findings: Array<{ kind: string; url: string }>;
        failed: number;
      };
      const found = findings.map(({ kind, url }) => `${kind} ${url.replace(server.url, '')}`);
      assert.deepEqual(found.toSorted(), site.expected.toSorted());
      assert.equal(failed, 0);
    });
  }
});
