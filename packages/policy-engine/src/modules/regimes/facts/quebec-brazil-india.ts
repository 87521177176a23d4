import type { Fact } from '../fact.ts';
import { allOf } from './european-union.ts';

export const quebec: readonly Fact[] = [
  {
    id: 'Q1',
    text: 'Act respecting the protection of personal information in the private sector (P-39.1)',
    section: 's. 8.1',
    says: 'People are told that something tracks them and how to turn it on: it is off at first.',
    force: 'law',
    from: '2023-09-22',
    status: 'secondary',
    holds: { postures: allOf('opt-in'), duties: ['inform'] },
  },
  {
    id: 'Q2',
    text: 'Act respecting the protection of personal information in the private sector (P-39.1)',
    section: 's. 9.1',
    says: 'The settings with the most privacy by default do not concern cookies of the browser.',
    force: 'law',
    from: '2023-09-22',
    status: 'secondary',
    loosens: true,
  },
];

export const brazil: readonly Fact[] = [
  {
    id: 'B1',
    text: 'LGPD',
    section: 'Art. 8',
    says: 'Consent can be proved and is for each purpose; it is revoked freely at any time.',
    force: 'law',
    from: '2020-09-18',
    status: 'primary',
    holds: { postures: allOf('opt-in'), duties: ['prove', 'withdraw-easily'] },
  },
  {
    id: 'B2',
    text: 'ANPD guide on cookies',
    section: null,
    says: 'The first layer has a way to refuse everything, and cookies that need consent are off. Not binding.',
    force: 'guidance',
    from: '2022-10-18',
    status: 'secondary',
    holds: { duties: ['refuse-first'] },
  },
];

export const india: readonly Fact[] = [
  {
    id: 'N1',
    text: 'DPDP Act 2023',
    section: 's. 6(4)',
    says: 'Withdrawing is as easy as giving consent. In force on the 13th or the 14th.',
    force: 'law',
    from: '2027-05-13',
    status: 'primary',
    holds: { postures: allOf('opt-in'), duties: ['withdraw-easily'] },
  },
  {
    id: 'N2',
    text: 'DPDP Rules 2025',
    section: 'Rule 4',
    says: 'Consent managers can be registered. In force on the 13th or the 14th; it asks nothing of sites.',
    force: 'law',
    from: '2026-11-13',
    status: 'secondary',
  },
  {
    id: 'N3',
    text: 'DPDP Rules 2025',
    section: 'Rules 3, 5–16, 22–23',
    says: 'Notice before consent, and the other duties. In force on the 13th or the 14th; twelve months were only proposed.',
    force: 'law',
    from: '2027-05-13',
    status: 'secondary',
    holds: { duties: ['inform'] },
  },
];
