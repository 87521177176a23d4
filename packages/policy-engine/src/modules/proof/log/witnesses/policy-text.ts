/** Policy files (C2SP tlog-policy, "Policy file syntax and structure"). */
import { LogFormatError } from '../errors.ts';
import { type Policy, PolicyBuilder, type Threshold } from './policy.ts';
import { quoted, type TextInput } from '../strict.ts';

const LONGEST_POLICY: number = 2 ** 20;

/**
 * A word of the file, whose octets are opaque. Words that are not UTF-8 keep their octets as lone surrogates, so that
 * different words stay different.
 */
function wordOf(octets: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(octets, 'latin1'));
  } catch {
    return octets.replaceAll(/[\u0080-\u00ff]/g, (octet) => String.fromCharCode(0xdc00 + octet.charCodeAt(0)));
  }
}

function thresholdOf(word: string): Threshold {
  if (word === 'all' || word === 'any') return word;
  if (!/^[1-9][0-9]{0,8}$/.test(word)) throw new LogFormatError(`threshold ${quoted(word)}: not all, any or a number`);
  return Number(word);
}

function apply(builder: PolicyBuilder, [keyword = '', ...words]: readonly string[]): void {
  const [first, second, third] = words;
  const count = words.length;
  if (keyword === 'log' && first !== undefined && count <= 2) return builder.log(first, second);
  if (keyword === 'witness' && first !== undefined && second !== undefined && count <= 3) {
    return builder.witness(first, second, third);
  }
  if (keyword === 'group' && first !== undefined && second !== undefined && count >= 3) {
    return builder.group(first, thresholdOf(second), words.slice(2));
  }
  if (keyword === 'quorum' && first !== undefined && count === 1) return builder.quorum(first);
  throw new LogFormatError(
    ['log', 'witness', 'group', 'quorum'].includes(keyword)
      ? `${keyword}: ${count} words are too few or too many`
      : `${quoted(keyword)} is not one of log, witness, group, quorum`,
  );
}

/**
 * Reads a policy file. Beyond the specification, the newline of the last line may be missing.
 *
 * @throws {LogFormatError} with the number of the line
 * @example
 * const policy = parsePolicy(`
 *   log example.com/ledger+d3fa8eb4+AfmQ…
 *   witness officer officer.example+25f5ab21+BN1r…
 *   quorum officer
 * `);
 */
export function parsePolicy(input: TextInput): Policy {
  const octets = Buffer.from(input);
  if (octets.length > LONGEST_POLICY) throw new LogFormatError(`policy: more than ${LONGEST_POLICY} bytes`);
  const builder = new PolicyBuilder();
  for (const [at, line] of octets.toString('latin1').split('\n').entries()) {
    try {
      if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(line)) throw new LogFormatError('a control character');
      const words = line.split(/[ \t]+/).filter((word) => word !== '');
      if (words.length > 0 && !words[0]?.startsWith('#')) apply(builder, words.map(wordOf));
    } catch (error) {
      if (error instanceof LogFormatError) throw new LogFormatError(`policy, line ${at + 1}: ${error.message}`);
      throw error;
    }
  }
  return builder.build();
}
