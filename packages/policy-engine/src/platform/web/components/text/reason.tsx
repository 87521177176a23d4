/** Why something failed: in plain words where the technical reason is a known one, which is then under Details. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { TextKey } from '../../../i18n/language.ts';
import type { View } from '../../view/view.ts';
import { Breakable } from './breakable.tsx';

/** Codes of the operating system, of Node and of mail servers, and what they mean for whoever reads them. */
const KNOWN: readonly (readonly [pattern: RegExp, text: TextKey])[] = [
  [/\bENOSPC\b|\bEDQUOT\b/, 'reason.disk_full'],
  [/\b(?:EACCES|EPERM|EROFS)\b/, 'reason.not_permitted'],
  [/\bENOENT\b/, 'reason.no_file'],
  [/\bECONNREFUSED\b/, 'reason.refused'],
  [/\b(?:ENOTFOUND|EAI_AGAIN)\b/, 'reason.no_address'],
  [/\b(?:ETIMEDOUT|ESOCKETTIMEDOUT)\b|\btimed? ?out\b|\bTimeoutError\b/i, 'reason.timeout'],
  [/\b(?:ECONNRESET|EPIPE)\b|\bsocket hang up\b/, 'reason.broken_off'],
  [/\bcertificate\b|\bCERT_|_CERT\b/i, 'reason.certificate'],
  [/\bEAUTH\b/, 'reason.sign_in'],
  [/^Answered (?:401|403)\b/, 'reason.sign_in'],
  [/^Answered 404\b/, 'reason.not_there'],
  [/^Answered 5\d\d\b/, 'reason.their_fault'],
  [/^Answered 4\d\d\b/, 'reason.rejected'],
];

/** The plain words of a technical reason; undefined for one that is not known. */
export function plainReason(error: string): TextKey | undefined {
  return KNOWN.find(([pattern]) => pattern.test(error))?.[1];
}

/** @param props.error message of an error */
export function Reason({ view, error }: { view: Pick<View, 't' | 'text'>; error: string }): JSX.Element {
  const plain = plainReason(error);
  if (plain === undefined) return <Breakable text={error} />;
  return (
    <>
      {view.text(plain)}
      <details class="pe-reason">
        <summary>{view.t('table.more')}</summary>
        <code>
          <Breakable text={error} />
        </code>
      </details>
    </>
  );
}
