/** Short histories of one person in several places, and what they find at the end. The first day is 2026-11-28. */

/** What a person does: decides, is shown the banner, or opens a page. */
export type Step =
  | { readonly decide: Record<string, boolean>; readonly in: string | null; readonly gpc?: boolean }
  | { readonly confirm: string; readonly in: string | null }
  | { readonly see: string | null; readonly gpc?: boolean }
  | { readonly on: string };

export interface History {
  readonly says: string;
  readonly steps: readonly Step[];
  /** Where they are at the end, and what they find of one rule. */
  readonly in: string | null;
  readonly gpc?: boolean;
  readonly rule: string;
  readonly finds: {
    readonly gate?: string;
    readonly ask?: boolean;
    readonly until?: string;
    readonly notBefore?: string;
    readonly twoSteps?: boolean;
    readonly awaits?: boolean;
  };
}

export const HISTORIES: readonly History[] = [
  // How long an acceptance counts: the shorter of rule and place, of then and now.
  {
    says: 'France: six months of an acceptance (F2)',
    steps: [{ decide: { any: true }, in: 'fr' }],
    in: 'fr',
    rule: 'any',
    finds: { gate: 'accepted', until: '2027-05-27' },
  },
  {
    says: 'France: and no longer elsewhere',
    steps: [{ decide: { any: true }, in: 'fr' }],
    in: 'us-ca',
    rule: 'any',
    finds: { until: '2027-05-27' },
  },
  {
    says: 'accepted elsewhere: six months once they are in France',
    steps: [{ decide: { any: true }, in: null }],
    in: 'fr',
    rule: 'any',
    finds: { until: '2027-05-27' },
  },
  {
    says: 'accepted in France: over on the day of the limit',
    steps: [{ decide: { any: true }, in: 'fr' }, { on: '2027-05-28' }],
    in: 'fr',
    rule: 'any',
    finds: { gate: 'passive', ask: true },
  },
  {
    says: 'accepted in Germany: the twelve months that no text names',
    steps: [{ decide: { any: true }, in: 'de' }],
    in: 'de',
    rule: 'any',
    finds: { until: '2027-11-27' },
  },
  {
    says: 'Spain: 24 months shorten 36 (S2)',
    steps: [{ decide: { long: true }, in: 'es' }],
    in: 'es',
    rule: 'long',
    finds: { until: '2028-11-27' },
  },
  {
    says: 'Spain: 24 months do not lengthen twelve',
    steps: [{ decide: { any: true }, in: 'es' }],
    in: 'es',
    rule: 'any',
    finds: { until: '2027-11-27' },
  },
  {
    says: 'no region: the rule alone',
    steps: [{ decide: { long: true }, in: null }],
    in: null,
    rule: 'long',
    finds: { until: '2029-11-27' },
  },
  {
    says: 'a region without facts: the rule alone',
    steps: [{ decide: { long: true }, in: 'xx' }],
    in: 'xx',
    rule: 'long',
    finds: { until: '2029-11-27' },
  },
  // How long nobody is asked: the longer of them.
  {
    says: 'California: twelve months after a refusal (K9), whatever the rule says',
    steps: [{ decide: { long: false }, in: 'us-ca' }],
    in: 'us-ca',
    rule: 'long',
    finds: { gate: 'rejected', notBefore: '2027-11-29' },
  },
  {
    says: 'California: after the default of six months still silent',
    steps: [{ decide: { any: false }, in: 'us-ca' }, { on: '2027-08-01' }],
    in: 'us-ca',
    rule: 'any',
    finds: { gate: 'rejected' },
  },
  {
    says: 'California: refused elsewhere, and there within twelve months',
    steps: [{ decide: { any: false }, in: 'us-co' }, { on: '2027-08-01' }],
    in: 'us-ca',
    rule: 'any',
    finds: { gate: 'rejected' },
  },
  {
    says: 'California: after twelve months the banner may ask, and nothing runs',
    steps: [{ decide: { ads: false }, in: 'us-ca' }, { on: '2027-11-29' }],
    in: 'us-ca',
    rule: 'ads',
    finds: { gate: 'passive', ask: true, awaits: false },
  },
  {
    says: 'Italy: six months after a refusal (I1), although the rule says one',
    steps: [{ decide: { long: false }, in: 'it' }],
    in: 'it',
    rule: 'long',
    finds: { notBefore: '2027-05-29' },
  },
  {
    says: 'Germany: one month, since no text names a time',
    steps: [{ decide: { long: false }, in: 'de' }],
    in: 'de',
    rule: 'long',
    finds: { notBefore: '2026-12-29' },
  },
  // Two steps.
  {
    says: 'California: what has no purpose may be a sale, and comes back in two steps (K7)',
    steps: [
      { decide: { any: false }, in: 'us-ca' },
      { decide: { any: true }, in: 'us-ca' },
    ],
    in: 'us-ca',
    rule: 'any',
    finds: { gate: 'rejected', twoSteps: true },
  },
  {
    says: 'California: confirmed',
    steps: [
      { decide: { any: false }, in: 'us-ca' },
      { confirm: 'any', in: 'us-ca' },
    ],
    in: 'us-ca',
    rule: 'any',
    finds: { gate: 'accepted' },
  },
  {
    says: 'California: refused in France, accepted in California',
    steps: [
      { decide: { ads: false }, in: 'fr' },
      { decide: { ads: true }, in: 'us-ca' },
    ],
    in: 'us-ca',
    rule: 'ads',
    finds: { gate: 'rejected' },
  },
  {
    says: 'France: refused in California, accepted in one step',
    steps: [
      { decide: { ads: false }, in: 'us-ca' },
      { decide: { ads: true }, in: 'fr' },
    ],
    in: 'fr',
    rule: 'ads',
    finds: { gate: 'accepted', twoSteps: false },
  },
  {
    says: 'California: statistics are no sale',
    steps: [
      { decide: { statistics: false }, in: 'us-ca' },
      { decide: { statistics: true }, in: 'us-ca' },
    ],
    in: 'us-ca',
    rule: 'statistics',
    finds: { gate: 'accepted', twoSteps: false },
  },
  {
    says: 'Colorado: one step',
    steps: [
      { decide: { any: false }, in: 'us-co' },
      { decide: { any: true }, in: 'us-co' },
    ],
    in: 'us-co',
    rule: 'any',
    finds: { gate: 'accepted', twoSteps: false },
  },
  {
    says: 'anywhere: a sale takes two steps',
    steps: [
      { decide: { sale: false }, in: null },
      { decide: { sale: true }, in: null },
    ],
    in: null,
    rule: 'sale',
    finds: { gate: 'rejected', twoSteps: true },
  },
  {
    says: 'California: an opt-out by the signal comes back in two steps',
    steps: [
      { decide: {}, in: 'us-ca', gpc: true },
      { decide: { any: true }, in: 'us-ca', gpc: true },
    ],
    in: 'us-ca',
    gpc: true,
    rule: 'any',
    finds: { gate: 'rejected' },
  },
  {
    says: 'California: the first acceptance of somebody who never refused takes one',
    steps: [{ decide: { any: true }, in: 'us-ca' }],
    in: 'us-ca',
    rule: 'any',
    finds: { gate: 'accepted' },
  },
  // Notice before, and notice with.
  {
    says: 'Switzerland: nothing runs before the notice',
    steps: [],
    in: 'ch',
    rule: 'ads',
    finds: { gate: 'passive', ask: true, awaits: true },
  },
  {
    says: 'Switzerland: it runs after it',
    steps: [{ see: 'ch' }],
    in: 'ch',
    rule: 'ads',
    finds: { gate: 'accepted', awaits: false },
  },
  {
    says: 'the notice of one region counts in another one with the same posture',
    steps: [{ see: 'ch' }],
    in: 'us-co',
    rule: 'ads',
    finds: { gate: 'accepted' },
  },
  {
    says: 'a notice in Switzerland does not make it run in France',
    steps: [{ see: 'ch' }],
    in: 'fr',
    rule: 'ads',
    finds: { gate: 'passive', awaits: false },
  },
  {
    says: 'a banner in France is no notice for Switzerland',
    steps: [{ see: 'fr' }],
    in: 'ch',
    rule: 'ads',
    finds: { gate: 'passive', awaits: true },
  },
  {
    says: 'the United Kingdom: exempt statistics run with the first page (U4)',
    steps: [],
    in: 'gb',
    rule: 'statistics',
    finds: { gate: 'accepted', awaits: false, ask: true },
  },
  {
    says: 'the United Kingdom: an objection stops them',
    steps: [{ decide: { statistics: false }, in: 'gb' }],
    in: 'gb',
    rule: 'statistics',
    finds: { gate: 'rejected' },
  },
  {
    says: 'the signal after the notice stops what runs',
    steps: [{ see: 'ch' }],
    in: 'ch',
    gpc: true,
    rule: 'ads',
    finds: { gate: 'rejected', awaits: false },
  },
  {
    says: 'and it does not begin again without the signal',
    steps: [{ see: 'ch' }, { decide: {}, in: 'ch', gpc: true }],
    in: 'ch',
    rule: 'ads',
    finds: { gate: 'rejected' },
  },
  // The end of February, and of a year.
  {
    says: 'six months from 31 August end with February',
    steps: [{ on: '2027-08-31' }, { decide: { any: true }, in: 'fr' }],
    in: 'fr',
    rule: 'any',
    finds: { until: '2028-02-28' },
  },
  {
    says: 'twelve months from 29 February',
    steps: [{ on: '2028-02-29' }, { decide: { any: false }, in: 'us-ca' }],
    in: 'us-ca',
    rule: 'any',
    finds: { notBefore: '2029-03-01' },
  },
];
