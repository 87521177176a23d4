import type { Fact } from '../fact.ts';
import { allOf } from './european-union.ts';

export const switzerland: readonly Fact[] = [
  {
    id: 'C1',
    text: 'FMG',
    section: 'Art. 45c',
    says: 'People are told about it, what it is for, and that they can refuse it.',
    force: 'law',
    from: '2007',
    status: 'primary',
    dateStatus: 'not-opened',
    holds: { postures: allOf('opt-out'), duties: ['inform'] },
  },
  {
    id: 'C2',
    text: 'DSG',
    section: 'Art. 6(7)',
    says: 'Sensitive data and profiling with high risk need express consent.',
    force: 'law',
    from: '2023-09-01',
    status: 'primary',
    holds: { postures: { ads: 'opt-in' }, conditions: 'for sensitive data, or profiling with high risk' },
  },
  {
    id: 'C3',
    text: 'DSG',
    section: 'Art. 30(2)(b)',
    says: 'Processing against the express will of a person infringes their rights.',
    force: 'law',
    from: '2023-09-01',
    status: 'primary',
    holds: { signal: 'objection', duties: ['objection'] },
  },
  {
    id: 'C4',
    text: 'FDPIC guide on cookies',
    section: null,
    says: 'Consent first also for what people do not expect. Not binding.',
    force: 'guidance',
    from: '2025-01-22',
    status: 'secondary',
    holds: { postures: { ads: 'opt-in' }, conditions: 'for what people do not expect' },
  },
];
