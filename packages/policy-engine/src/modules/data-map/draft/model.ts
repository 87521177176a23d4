/**
 * How likely a column is personal, by features of its name, its type, its row and its table: a logistic regression, learned from
 * schemas that a person read (`scripts/columns.ts`). A feature is `kind=value`; the weights say how much each speaks for it.
 */
import { wordsIn } from '../../../platform/columns/tokens.ts';
import LEARNT from './weights.json' with { type: 'json' };

/** What was learned. */
export interface Model {
  /** Words of which others may consist: `billfname`. */
  readonly words: ReadonlySet<string>;
  readonly bias: number;
  /** By kind of feature. */
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

let shipped: Model | undefined;

/** The one that is shipped. It is read when it is first needed: a start of the engine does not judge columns. */
export function learnedModel(): Model {
  shipped ??= {
    words: wordsIn(LEARNT.words),
    bias: LEARNT.bias,
    weights: Object.fromEntries(Object.entries(LEARNT.weights).map(([kind, all]) => [kind, weightsIn(all)])),
  };
  return shipped;
}

/** `1.2 email, -0.4 plan` */
function weightsIn(text: string): Record<string, number> {
  return Object.fromEntries(
    text.split(', ').map((one) => {
      const at = one.indexOf(' ');
      return [one.slice(at + 1), Number(one.slice(0, at))];
    }),
  );
}

/** From here a column is taken: on schemas that were not learned from, about four of five that are taken are personal. */
export const TAKEN = 0.22;
/** From here one is taken whose name has a word of personal data: what else is known has to speak against it. */
export const NAMED = 0.06;
/** From here it is taken without a remark. */
export const CERTAIN = 0.5;

export function probabilityOf(features: readonly string[], model: Model): number {
  let sum = model.bias;
  for (const feature of features) sum += weightOf(feature, model);
  return 1 / (1 + Math.exp(-sum));
}

/** What rows are, by the flag of their setting; see `settings.ts`. */
const ROWS: Readonly<Record<string, string>> = {
  isPeople: 'rows about people',
  isAddress: 'addresses',
  isMessage: 'messages',
  isWork: 'posts and tasks',
  isTrace: 'visits and logs',
  isIdentity: 'accounts at providers',
  isMemory: 'what is remembered of people',
  isSearch: 'searches',
  isAnswer: 'answers',
  isWritten: 'what people write',
  isLife: 'how a person lives',
  hasReach: 'rows with an address or a number',
  isContact: 'rows with a name and an address',
};

/** What of its name and of its row speaks most for it: `"note" in messages`. */
export function mainReason(features: readonly string[], model: Model): string {
  const most = (kinds: RegExp) =>
    features
      .filter((feature) => kinds.test(feature) && weightOf(feature, model) > 0)
      .toSorted((one, other) => weightOf(other, model) - weightOf(one, model))[0];
  const named = most(/^(?:word|last|pair)=/);
  const flag = most(/^flag(?: and \w+)?=/);
  const row = ROWS[/=(\w+)/.exec(flag ?? '')?.[1] ?? ''] ?? 'rows like these';
  return named === undefined ? row : `"${named.slice(named.indexOf('=') + 1)}" in ${row}`;
}

function weightOf(feature: string, { weights }: Model): number {
  const at = feature.indexOf('=');
  return weights[feature.slice(0, at)]?.[feature.slice(at + 1)] ?? 0;
}
