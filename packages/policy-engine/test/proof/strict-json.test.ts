/** JSON of receipts is unambiguous. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson, Refused } from '../../dist/modules/proof/receipts/check/json.js';

test('strict JSON refuses what lenient parsers accept, and ambiguous input', () => {
  const refused = ['', '{', '{} {}', '{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"a":[{"b":1,"b":2}]}]', 'NaN', '[1,]'];
  refused.push('1.0', '[1.5]', '1e0', '{"a":1E2}', '-1', '-0', '01', '9007199254740992', '9'.repeat(400));
  refused.push('["\\ud800"]', '{"\\udfff":1}', '["\ud800"]', '"\\udc00\\ud800"', '\ufeff{}', "'a'");
  for (const text of refused) assert.throws(() => readJson(text), Refused, text.slice(0, 30));
});

test('strict JSON reads everything else unchanged, also numbers and brackets in strings', () => {
  const text =
    ' { "b" : [ 1 ,0, 9007199254740991, true, null ] ,\n"a":"\\ud83d\\ude00", "c":{"a":"1.0, -1 {\\"a\\":}" } } ';
  const read = { b: [1, 0, Number.MAX_SAFE_INTEGER, true, null], a: '😀', c: { a: '1.0, -1 {"a":}' } };
  assert.deepEqual(readJson(text), read);
});
