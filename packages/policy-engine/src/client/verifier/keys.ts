/** The keys that a person enters. */
import { readVkey, type VerifierKey } from '../../modules/proof/log/vkey.ts';
import { Refused } from '../../modules/proof/receipts/check/json.ts';
import { browserCrypto } from './crypto.ts';

/** Keys, one per line; lines that are empty or start with `#` are skipped. @throws {Refused} naming an invalid line */
export function keysIn(text: string): readonly VerifierKey[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(keyOf);
}

function keyOf(line: string): VerifierKey {
  try {
    return readVkey(line, browserCrypto);
  } catch {
    throw new Refused(line);
  }
}
