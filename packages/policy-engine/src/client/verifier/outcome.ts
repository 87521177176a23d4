/** Renders the result: a verdict, each step in words, and the content of a valid receipt. */
import type { Finding } from '../../modules/proof/receipts/check/check.ts';
import type { Receipt } from '../../modules/proof/receipts/check/form.ts';
import { isAboutSomebody, isDecision } from '../../modules/proof/receipts/check/records.ts';
import { limitOf } from '../../modules/regimes/age.ts';
import { vendorsIn } from '../../platform/vendor-choice.ts';
import type { Outcome } from './receipt.ts';
import { element, hasWords, icon, words } from './words.ts';

const TONES = { holds: 'success', marked: 'warning', pending: 'info', refused: 'danger' } as const;
const STEP_TONES = { holds: 'success', warns: 'warning', fails: 'danger', open: 'info' } as const;

/** The summary, under a heading that takes the focus. */
export function verdict(tone: string, title: string, text: string): HTMLElement {
  const heading = element('h2', '', title);
  heading.tabIndex = -1;
  const notice = element('div', `pe-notice pe-tone-${tone}`, icon(tone), element('div', '', heading, text));
  return notice;
}

/** The whole result. */
export function drawn(outcome: Outcome): readonly HTMLElement[] {
  const { verdict: found, steps, receipt } = outcome;
  const title = words(`ledger.verifier.verdict.${found}`);
  const list = element('ul', 'pe-steps', ...steps.map(stepLine));
  const isProof = found === 'holds' || found === 'marked';
  return [
    verdict(TONES[found], title, words(`ledger.verifier.verdict.${found}.text`)),
    card(words('ledger.verifier.steps'), list, ...(isProof ? [limits(receipt)] : [])),
    ...(receipt === null ? [] : said(receipt, outcome.leaf)),
  ];
}

function card(title: string, ...children: readonly HTMLElement[]): HTMLElement {
  return element('section', 'pe-card pe-stack', element('h2', '', title), ...children);
}

function stepLine({ name, state, values }: Finding): HTMLElement {
  const badge = element('span', `pe-badge pe-tone-${STEP_TONES[state]}`, words(`ledger.verifier.state.${state}`));
  return element('li', '', badge, element('span', '', words(`ledger.verifier.step.${name}.${state}`, values)));
}

function limits(receipt: Receipt | null): HTMLElement {
  const alone = receipt?.cosigned === true ? '' : ` ${words('ledger.receipt.proves.alone')}`;
  return element('p', 'pe-muted', `${words('ledger.receipt.proves.not')}${alone}`);
}

/** Rows of a list of facts. */
class Facts {
  readonly list: HTMLElement = element('dl', 'pe-facts');

  add(label: string, value: Node | string): void {
    this.list.append(element('dt', '', words(label)), element('dd', '', element('bdi', '', value)));
  }

  code(label: string, value: string): void {
    this.add(label, element('code', '', value));
  }
}

function said(receipt: Receipt, leaf: string | null): readonly HTMLElement[] {
  const { event, openings, text } = receipt;
  const facts = new Facts();
  const isAboutPerson = isAboutSomebody(event);
  if (!isDecision(event))
    facts.add('ledger.verifier.kind', words(`ledger.kind.${event.kind}`, { policy: event.rule ?? '' }));
  if (event.rule !== null) facts.code('ledger.policy', event.rule);
  if (event.decision !== null) facts.add('ledger.decision', words(`ledger.decision.${event.decision}`));
  addVendors(facts, event.vendors);
  facts.add('ledger.at', moment(event.at));
  addAge(facts, event);
  facts.add('ledger.how', words(`ledger.how.${event.how}`));
  if (event.gpc !== undefined) facts.add('ledger.receipt.gpc', words(`ledger.receipt.gpc.${event.gpc}`));
  if (event.posture !== undefined)
    facts.add('ledger.receipt.posture', words(`ledger.receipt.posture.${event.posture}`));
  if (event.fact !== undefined) facts.add('ledger.receipt.fact', event.fact);
  if (event.version !== null) facts.add('ledger.receipt.version', String(event.version));
  if (openings === null) facts.add('ledger.subject', words('ledger.erased'));
  else if (isAboutPerson) addOpenings(facts, openings);
  if (event.number !== undefined) facts.add('ledger.verifier.number', String(event.number));
  if (event.adopted !== undefined) facts.code('ledger.receipt.adopted', event.adopted);
  if (leaf !== null) facts.code('ledger.receipt.leaf', leaf);
  const content = card(words('ledger.verifier.says'), facts.list);
  if (text === null) return [content];
  const decided = element('div', 'pe-words', text.words.trim());
  decided.dir = 'auto';
  return [content, card(words('ledger.receipt.text'), decided)];
}

function addAge(facts: Facts, { decision, months, at, decided_at: decidedAt }: Receipt['event']): void {
  if (decidedAt !== undefined) facts.add('ledger.receipt.decided_at', moment(decidedAt));
  if (decision === null || months === undefined) return;
  facts.add(`ledger.receipt.until.${decision}`, dayIn(limitOf(decision, new Date(decidedAt ?? at), months)));
}

function addVendors(facts: Facts, text = ''): void {
  const vendors = vendorsIn(text);
  if (vendors === null) return;
  const { offered, refused } = vendors;
  const { lang } = document.documentElement;
  const list = new Intl.ListFormat(lang);
  facts.add('ledger.receipt.vendors', list.format(offered));
  facts.add(
    'ledger.receipt.vendors.refused',
    refused.length === 0 ? words('ledger.receipt.vendors.none') : list.format(refused),
  );
}

function addOpenings(facts: Facts, { subject, circumstances }: NonNullable<Receipt['openings']>): void {
  const unknown = words('ledger.receipt.unknown');
  const { user, visitor, into } = subject;
  facts.add('ledger.subject', typeof user === 'string' ? user : words('ledger.visitor'));
  if (into !== undefined) facts.add('ledger.receipt.into', into);
  if (typeof visitor === 'string') facts.code('ledger.verifier.visitor', visitor);
  for (const [label, value] of [
    ['ledger.receipt.locale', circumstances['locale']],
    ['ledger.receipt.user_agent', circumstances['user_agent']],
    ['ledger.receipt.network', circumstances['ip']],
  ] as const) {
    facts.add(label, typeof value === 'string' ? value : unknown);
  }
  if (circumstances.region !== undefined) facts.add('ledger.receipt.region', circumstances.region);
  if (typeof circumstances['shown'] === 'string') facts.code('ledger.receipt.shown', circumstances['shown']);
}

function moment(at: string): HTMLElement {
  return timeElement(at, `${inWords(at, { dateStyle: 'long', timeStyle: 'medium' })} UTC`);
}

/** @param day UTC, `2026-11-28` */
function dayIn(day: string): HTMLElement {
  return timeElement(day, inWords(day, { dateStyle: 'long' }));
}

function inWords(at: string, style: Intl.DateTimeFormatOptions): string {
  const { lang, dataset } = document.documentElement;
  return new Intl.DateTimeFormat(dataset['formatLocale'] ?? lang, { ...style, timeZone: 'UTC' }).format(new Date(at));
}

function timeElement(at: string, text: string): HTMLElement {
  const time = element('time', '', text);
  time.dateTime = at;
  return time;
}

/** What could not be checked, and why. */
export function unchecked(reason: string, values: Readonly<Record<string, string>> = {}): readonly HTMLElement[] {
  const key = `ledger.verifier.unchecked.${reason}`;
  const text = hasWords(key) ? words(key, values) : reason;
  return [verdict('warning', words('ledger.verifier.unchecked'), text)];
}
