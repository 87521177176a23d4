/** Compares the configuration with what a place asks for on a day. */
import { citation, type Duty, type Fact, type Standing } from '../../regimes/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { RegionFinding, RegionText } from './finding.ts';

/** The part of the configuration that a place may ask about. */
export interface CheckedForRegion {
  /** The free consents. */
  readonly consents: readonly Rule[];
  /** Whether scripts of third parties are declared. */
  readonly hasScripts: boolean;
  /** Whether the host names the region of a request, so that ages follow the place by themselves. */
  readonly followsPlaces: boolean;
}

/** What is said of something that is missing. */
type Missing = Omit<RegionFinding, 'severity' | 'texts'>;

/** What is missing for a duty; most duties are met by how the engine works, and have no check. */
const CHECKS: Readonly<Partial<Record<Duty, (checked: CheckedForRegion) => readonly Missing[]>>> = {
  // The page “Your Privacy Choices” is there; what it opts out of has to be declared. The way back from it takes two steps.
  'opt-out-form': ({ consents, hasScripts }) =>
    when(hasScripts && !consents.some(({ sells }) => sells), {
      code: 'opt_out_form',
      message:
        'Scripts of third parties are declared, and no rule with sells: true, so that people cannot opt out of sale and sharing at once.',
      advice:
        'Set sells: true in each rule whose scripts sell or share data, and link “Your Privacy Choices” on every page with renderPrivacyChoicesLink().',
    }),
};

/** @returns what is missing, errors first */
export function missingIn(standing: Standing, checked: CheckedForRegion): RegionFinding[] {
  const found = [
    ...signalFindings(standing, checked),
    ...[...standing.duties].flatMap(([duty, facts]) => (CHECKS[duty]?.(checked) ?? []).map((one) => asked(one, facts))),
    ...ageFindings(standing, checked),
    ...unread(standing),
  ];
  return found.toSorted((one, other) => rank(one) - rank(other));
}

const rank = ({ severity }: RegionFinding) => (severity === 'error' ? 0 : 1);

function when(isMissing: boolean, missing: Omit<Missing, 'subject'>): readonly Missing[] {
  return isMissing ? [{ ...missing, subject: null }] : [];
}

/** As severe as the texts that ask for it. */
function asked(missing: Missing, facts: readonly Fact[]): RegionFinding {
  const severity = facts.some(({ force }) => force === 'law') ? 'error' : 'warning';
  return { ...missing, severity, texts: facts.map(textOf) };
}

function signalFindings({ signal }: Standing, { consents }: CheckedForRegion): RegionFinding[] {
  if (signal === null || signal.force === 'none') return [];
  return consents
    .filter(({ gpc }) => !gpc)
    .map(({ name }) =>
      asked(
        {
          code: 'signal_ignored',
          subject: name,
          message: `The rule “${name}” ignores Global Privacy Control.`,
          advice: 'Remove gpc: false from it.',
        },
        [signal.fact],
      ),
    );
}

function ageFindings(
  { acceptance, refusal }: Standing,
  { consents, followsPlaces }: CheckedForRegion,
): RegionFinding[] {
  if (followsPlaces) return [];
  return consents.flatMap(({ name, lasts }): RegionFinding[] => {
    const found: RegionFinding[] = [];
    if (acceptance !== null && (lasts.acceptance ?? Infinity) > acceptance.months) {
      const { months, fact } = acceptance;
      const missing = {
        code: 'acceptance_too_old',
        subject: name,
        message: `An acceptance of the rule “${name}” counts for longer than ${months} months.`,
        advice: `Set lasts: { acceptance: ${months} }.`,
      };
      found.push(asked(missing, [fact]));
    }
    if (refusal !== null && (lasts.refusal ?? Infinity) < refusal.months) {
      const { months, fact } = refusal;
      const missing = {
        code: 'asked_too_soon',
        subject: name,
        message: `People who refused the rule “${name}” are asked again before ${months} months have passed.`,
        advice: `Set lasts: { refusal: ${months} }.`,
      };
      found.push(asked(missing, [fact]));
    }
    return found;
  });
}

/** Facts that rest on the account of another. */
function unread({ facts }: Standing): RegionFinding[] {
  const texts = facts.filter(({ status }) => status !== 'primary');
  if (texts.length === 0) return [];
  return [
    {
      code: 'texts_unread',
      severity: 'warning',
      subject: null,
      message: 'Texts in force are known from the accounts of others alone, or were not opened.',
      advice: 'Read them before you rely on them.',
      texts: texts.map(textOf),
    },
  ];
}

/** A fact as the host reads it. */
export function textOf(fact: Fact): RegionText {
  const { id, says, from, status } = fact;
  return { id, citation: citation(fact), says, from, status };
}
