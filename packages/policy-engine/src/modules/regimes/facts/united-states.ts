/** States other than California, whose laws concern the sale of data and targeted advertising. */
import type { Fact, Holding } from '../fact.ts';

/** A signal opts out. */
const binding: Holding = { postures: { ads: 'opt-out' }, signal: 'binds' };

const must = (fact: Pick<Fact, 'id' | 'text' | 'section' | 'from' | 'status'> & Partial<Fact>): Fact => ({
  says: 'A signal of the browser must be honoured.',
  force: 'law',
  holds: binding,
  ...fact,
});

export const colorado: readonly Fact[] = [
  must({
    id: 'CO',
    text: 'Colorado Privacy Act Rules (4 CCR 904-3)',
    section: 'Rule 5.08(A)',
    says: 'A signal of the browser must be honoured; the person stays opted out.',
    from: '2024-07-01',
    status: 'primary',
  }),
  {
    id: 'CO2',
    text: 'Colorado Privacy Act Rules (4 CCR 904-3)',
    section: 'Rules 5.09(B), 5.08(E)',
    says: 'A missing signal is no consent; showing that it was processed is optional.',
    force: 'law',
    from: '2023-07-01',
    status: 'primary',
  },
  {
    id: 'CO3',
    text: 'Colorado Revised Statutes',
    section: '§ 6-1-1306(1)(a)(IV)(C)',
    says: 'A consent outranks the signal.',
    force: 'law',
    from: '2023-07-01',
    status: 'secondary',
    loosens: true,
  },
  {
    id: 'CO4',
    text: 'Colorado Privacy Act Rules (4 CCR 904-3)',
    section: 'Rule 4.03(A)(2)',
    says: 'The opt-out is recorded.',
    force: 'law',
    from: '2023-07-01',
    status: 'primary',
    holds: { duties: ['prove'] },
  },
];

export const connecticut: readonly Fact[] = [
  must({
    id: 'CT',
    text: 'Connecticut General Statutes',
    section: '§ 42-520(e)',
    from: '2025-01-01',
    status: 'primary',
    dateStatus: 'secondary',
  }),
  {
    id: 'CT2',
    text: 'Release of the Attorney General of Connecticut',
    section: null,
    says: 'A signal against an earlier acceptance is honoured; the site may tell of the conflict.',
    force: 'guidance',
    from: '2025-01-01',
    status: 'secondary',
    holds: { duties: ['signal-after-acceptance'] },
  },
];

export const texas: readonly Fact[] = [
  must({
    id: 'TX',
    text: 'Texas Business and Commerce Code',
    section: '§ 541.055(e)',
    says: 'A signal is honoured as a request by an agent, if it can be verified.',
    from: '2025-01-01',
    status: 'primary',
  }),
];

export const nebraska: readonly Fact[] = [
  must({
    id: 'NE',
    text: 'Nebraska Revised Statutes',
    section: '§ 87-1111(5)',
    says: 'A signal is honoured as a request by an agent, unless none is processed for other states.',
    from: '2025-01-01',
    status: 'primary',
  }),
];

export const montana: readonly Fact[] = [
  must({
    id: 'MT',
    text: 'Montana Code',
    section: '§ 30-14-2809(3)(b)',
    says: 'A signal of the browser must be honoured; it must not be on by default.',
    from: '2025-01-01',
    status: 'primary',
  }),
];

export const newJersey: readonly Fact[] = [
  must({
    id: 'NJ',
    text: 'New Jersey Statutes',
    section: '§ 56:8-166.11(b)',
    from: '2025-07-15',
    status: 'primary',
  }),
];

export const oregon: readonly Fact[] = [
  must({
    id: 'OR',
    text: 'Oregon Revised Statutes',
    section: '§ 646A.578(5)(c)',
    from: '2026-01-01',
    status: 'primary',
    dateStatus: 'secondary',
  }),
];

export const maryland: readonly Fact[] = [
  must({
    id: 'MD',
    text: 'Maryland Commercial Law',
    section: '§ 14-4707(f)(3)',
    says: 'A site may use a link or the signal; guides say that it must honour the signal, which is the stricter reading.',
    from: '2025-10-01',
    status: 'primary',
  }),
];

export const delaware: readonly Fact[] = [
  must({ id: 'DE', text: 'Delaware Code', section: '§ 12D-106(e)', from: '2026-01-01', status: 'secondary' }),
];

export const newHampshire: readonly Fact[] = [
  must({
    id: 'NH',
    text: 'New Hampshire Revised Statutes',
    section: '§ 507-H:6',
    from: '2025-01-01',
    status: 'secondary',
  }),
];

export const minnesota: readonly Fact[] = [
  must({
    id: 'MN',
    text: 'Minnesota Consumer Data Privacy Act',
    section: null,
    from: '2025-07-31',
    status: 'secondary',
  }),
];

export const alabama: readonly Fact[] = [
  must({
    id: 'AL',
    text: 'Alabama privacy bill, as read before its adoption',
    section: null,
    from: '2027-05-01',
    status: 'secondary',
  }),
];

export const oklahoma: readonly Fact[] = [
  {
    id: 'OK',
    text: 'Oklahoma privacy law',
    section: null,
    says: 'No duty to honour a signal.',
    force: 'law',
    from: '2027-01-01',
    status: 'secondary',
    loosens: true,
    holds: { signal: 'none' },
  },
];

export const otherStates: readonly Fact[] = [
  {
    id: 'US',
    text: 'Privacy laws of Virginia, Utah, Iowa, Tennessee, Indiana, Kentucky and Rhode Island',
    section: null,
    says: 'No duty to honour a signal is known.',
    force: 'law',
    from: null,
    status: 'not-opened',
    loosens: true,
    holds: { signal: 'none' },
  },
];
