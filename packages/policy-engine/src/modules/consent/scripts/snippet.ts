/**
 * The inline script that must precede any tag: it denies everything to the signals of the site, and then tells what was accepted. In a page that
 * is the same for everybody it reads the decisions of the browser itself, so that the first hit of a returning person is granted.
 */
import type { ConsentMode, ConsentModeOptions, ConsentType } from './consent-mode.ts';
import type { Gate } from './gate.ts';
import { SIGNALS, type SignalName } from './signals/index.ts';

/** What the snippet is made of. */
export interface SnippetParts {
  readonly mode: ConsentMode;
  readonly signals: readonly SignalName[];
  readonly options: Required<ConsentModeOptions>;
  /** Already safe in an attribute; empty for none. */
  readonly nonce: string;
  /** The scripts of each type, for a page that is the same for everybody; null for a page of one visitor. */
  readonly readsCookies: ReadonlyMap<ConsentType, readonly Gate[]> | null;
}

/** The tag of the snippet; empty without signals. */
export function consentSnippet({ mode, signals, options, nonce, readsCookies }: SnippetParts): string {
  if (signals.length === 0) return '';
  const types = Object.keys(mode) as ConsentType[];
  const defaults = signals.map((name) => SIGNALS[name].defaults(types, options));
  const update =
    readsCookies === null ? updateOf(mode, signals, options) : updateByCookies(readsCookies, signals, options);
  return `<script${nonce === '' ? '' : ` nonce="${nonce}"`}>${defaults.join('')}${update}</script>`;
}

function updateOf(mode: ConsentMode, signals: readonly SignalName[], options: Required<ConsentModeOptions>): string {
  const granted = Object.entries(mode).filter(([, value]) => value === 'granted');
  if (granted.length === 0) return '';
  const told = {
    granted: JSON.stringify(Object.fromEntries(granted)),
    state: (type: ConsentType) => JSON.stringify(mode[type] ?? 'denied'),
  };
  return signals.map((name) => SIGNALS[name].update(told, options)).join('');
}

/**
 * `c`: values by name, of two the rejection, else the smaller; `g`: what is granted. A type is granted if each gate of it is accepted: a rule
 * whose last day has not passed, and for the gate of a vendor (written `rule:`), a rule that was accepted as a whole. Versions are not compared,
 * since the page may be older than the text; the client, which knows them, corrects that. In a sandboxed frame reading cookies throws.
 */
const READ =
  'try{(function(t){var c=Object.create(null),g={},d=(new Date).toISOString().slice(0,10),a=0,n;' +
  '("; "+document.cookie).split("; policy_rule_").slice(1).forEach(function(s){' +
  's=s.split("; ")[0].split("=");var k=s[0],v=s[1];' +
  'c[k]=!(k in c)||v=="rejected"||c[k]!="rejected"&&v<c[k]?v:c[k]});' +
  'for(n in t)if(t[n].every(function(s){var r=s.split(":")[0];' +
  'return c[r]=="accepted"&&!(r!=s&&r+"_vendors"in c)&&!(c[r+"_until"]<d)}))g[n]="granted",a=1;';

function updateByCookies(
  gates: ReadonlyMap<ConsentType, readonly Gate[]>,
  signals: readonly SignalName[],
  options: Required<ConsentModeOptions>,
): string {
  const short = [...gates].map(([type, list]) => [
    type,
    [...new Set(list.map(({ rule, provider }) => (provider === '' ? rule : `${rule}:`)))],
  ]);
  const told = { granted: 'g', state: (type: ConsentType) => `g.${type}||"denied"` };
  const updates = signals.map((name) => SIGNALS[name].update(told, options)).join('');
  return `${READ}if(a){${updates}}})(${JSON.stringify(Object.fromEntries(short))})}catch(e){}`;
}
