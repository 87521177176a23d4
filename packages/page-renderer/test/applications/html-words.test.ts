/** The benchmark of applications finds what a result lacks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lackingWords, wordsOfHtml } from './html-words.ts';

test('words are read from shadow trees and frames of HTML, hidden ones too, but not from scripts and inert templates', () => {
  const html =
    '<title>no</title><script>no</script><style>no</style><template>no</template><noscript>no</noscript>' +
    '<p hidden>one</p><div><template shadowrootmode=open>two <slot></slot></template>three</div>' +
    '<iframe srcdoc="<p>four"></iframe>fi<!-- a comment -->ve <b>s</b>ix';
  assert.deepEqual(wordsOfHtml(html).toSorted(), ['five', 'four', 'ix', 'one', 's', 'three', 'two']);
});

test('a word that is seen twice is lacking if it is there once', () => {
  assert.deepEqual(lackingWords(['a', 'b', 'a'], ['a', 'c', 'b']), ['a']);
  assert.deepEqual(lackingWords(['a', 'b'], ['b', 'a', 'a']), []);
});
