import type { Fact, Purpose, Posture } from '../fact.ts';

/** Everything that is not strictly necessary. */
export const allOf = (posture: Posture): Readonly<Record<Purpose, Posture>> => ({
  statistics: posture,
  appearance: posture,
  ads: posture,
});

const PRIVACY = 'ePrivacy Directive 2002/58/EC';
const GDPR = 'GDPR';

export const europeanUnion: readonly Fact[] = [
  {
    id: 'E1',
    text: PRIVACY,
    section: 'Art. 5(3)',
    says: 'Storing or reading on a device needs consent first; exempt are transmission and what a requested service strictly needs. In force by the law of each member state.',
    force: 'law',
    from: null,
    status: 'secondary',
    holds: { postures: allOf('opt-in') },
  },
  {
    id: 'E2',
    text: 'EDPB Guidelines 2/2023, version 2',
    section: null,
    says: 'Any information counts, personal or not: pixels, tracking links and local identifiers, too.',
    force: 'guidance',
    from: '2024-10-07',
    status: 'secondary',
  },
  {
    id: 'E3',
    text: GDPR,
    section: 'Art. 4(11)',
    says: 'Consent is free, specific and informed, by a clear act.',
    force: 'law',
    from: '2018-05-25',
    status: 'secondary',
    holds: { duties: ['inform'] },
  },
  {
    id: 'E4',
    text: GDPR,
    section: 'Art. 7',
    says: 'The controller proves the consent, and withdrawing it is as easy as giving it. No expiry is stated.',
    force: 'law',
    from: '2018-05-25',
    status: 'primary',
    holds: { duties: ['prove', 'withdraw-easily'] },
  },
  {
    id: 'E5',
    text: 'EDPB report of the cookie banner taskforce',
    section: null,
    says: 'Most authorities see a breach in a layer with a way to accept and none to refuse. Not binding.',
    force: 'guidance',
    from: '2023-01-17',
    status: 'secondary',
    holds: { duties: ['refuse-first'] },
  },
  {
    id: 'E6',
    text: 'Digital Omnibus, proposal of 2025-11-19',
    section: null,
    says: 'Six months without asking after a refusal, and signals of browsers; the text of the Council of 2026-06-18 dropped signals. No adoption was found.',
    force: 'proposal',
    from: null,
    status: 'secondary',
  },
];
