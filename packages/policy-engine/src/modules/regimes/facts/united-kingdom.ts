import type { Fact } from '../fact.ts';

const SCHEDULE = 'Data (Use and Access) Act 2025, Schedule 12 (PECR, Schedule A1)';
const ICO = 'ICO guidance on storage and access technologies';

export const unitedKingdom: readonly Fact[] = [
  {
    id: 'U1',
    text: 'Data (Use and Access) Act 2025 (in force by SI 2026/82, reg. 2(w))',
    section: 's. 112',
    says: 'The new regulation 6 and Schedule A1 of PECR are in force.',
    force: 'law',
    from: '2026-02-05',
    status: 'primary',
  },
  {
    id: 'U2',
    text: SCHEDULE,
    section: 'para. 2',
    says: 'Consent is asked once for each purpose; the controls of a browser may express it.',
    force: 'law',
    from: '2026-02-05',
    status: 'primary',
    holds: { postures: { ads: 'opt-in' } },
  },
  {
    id: 'U4',
    text: SCHEDULE,
    section: 'para. 5',
    says: 'Statistics need no consent under conditions.',
    force: 'law',
    from: '2026-02-05',
    status: 'secondary',
    loosens: true,
    holds: {
      postures: { statistics: 'exempt' },
      conditions:
        'only to improve the own service, shared only with who helps with that, with clear information and a simple free objection that was not used',
    },
  },
  {
    id: 'U5',
    text: SCHEDULE,
    section: null,
    says: 'There are exceptions for appearance and for emergencies.',
    force: 'law',
    from: '2026-02-05',
    status: 'secondary',
  },
  {
    id: 'U6',
    text: SCHEDULE,
    section: 'para. 6',
    says: 'Appearance needs no consent under conditions.',
    force: 'law',
    from: '2026-02-05',
    status: 'not-opened',
    loosens: true,
    holds: { postures: { appearance: 'exempt' }, conditions: 'with information and a free objection' },
  },
  {
    id: 'U7',
    text: ICO,
    section: null,
    says: 'No lifetime of a consent is fixed; withdrawing is as easy as giving.',
    force: 'guidance',
    from: null,
    status: 'primary',
    holds: { duties: ['withdraw-easily'] },
  },
  {
    id: 'U8',
    text: ICO,
    section: null,
    says: 'After an objection, storing and reading stop.',
    force: 'guidance',
    from: '2026-04-29',
    status: 'secondary',
    holds: { duties: ['objection'] },
  },
];
