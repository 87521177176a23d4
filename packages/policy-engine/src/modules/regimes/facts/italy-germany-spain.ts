import type { Fact } from '../fact.ts';
import { allOf } from './european-union.ts';

const GARANTE = 'Garante guidelines 9677876';

export const italy: readonly Fact[] = [
  {
    id: 'I1',
    text: GARANTE,
    section: null,
    says: 'People are not asked again unless the terms change, their choice cannot be known, or six months have passed.',
    force: 'guidance',
    from: '2022-01-10',
    status: 'secondary',
    holds: { refusal: 6 },
  },
  {
    id: 'I2',
    text: GARANTE,
    section: null,
    says: 'Closing the banner keeps the defaults, and scrolling is no consent.',
    force: 'guidance',
    from: '2022-01-10',
    status: 'secondary',
    holds: { duties: ['refuse-first'] },
  },
  {
    id: 'I3',
    text: GARANTE,
    section: null,
    says: 'Masked statistics of a single site count as technical.',
    force: 'guidance',
    from: '2022',
    status: 'not-opened',
    loosens: true,
    holds: { postures: { statistics: 'exempt' }, conditions: 'of a single site, with masked addresses' },
  },
];

export const germany: readonly Fact[] = [
  {
    id: 'D1',
    text: 'TDDDG',
    section: '§ 25',
    says: 'Consent first; exempt are transmission and what is strictly necessary.',
    force: 'law',
    from: '2021-12-01',
    status: 'secondary',
    holds: { postures: allOf('opt-in') },
  },
  {
    id: 'D2',
    text: 'EinwV',
    section: '§ 18(1)',
    says: 'Using a recognised service for consents is voluntary.',
    force: 'law',
    from: '2025-04-01',
    status: 'primary',
  },
  {
    id: 'D3',
    text: 'EinwV',
    section: '§ 19(1)',
    says: 'Who uses one follows its settings, and mentions them when asking.',
    force: 'law',
    from: '2025-04-01',
    status: 'primary',
  },
  {
    id: 'D4',
    text: 'EinwV',
    section: '§ 19(2)',
    says: 'A consent is passed on with its date and time.',
    force: 'law',
    from: '2025-04-01',
    status: 'primary',
    holds: { duties: ['prove'] },
  },
  {
    id: 'E7',
    text: 'Landgericht Berlin, 16 O 420/19, on GDPR',
    section: 'Art. 21(5)',
    says: 'A signal of the browser (Do Not Track) is a valid objection.',
    force: 'judgment',
    from: '2023-08-24',
    status: 'secondary',
    holds: { signal: 'objection' },
  },
];

const AEPD = 'AEPD guide on the use of cookies';

export const spain: readonly Fact[] = [
  {
    id: 'S1',
    text: 'LSSI (Ley 34/2002)',
    section: 'Art. 22.2',
    says: 'Consent first; parameters of the browser may express it.',
    force: 'law',
    from: '2012-04-01',
    status: 'primary',
    holds: { postures: allOf('opt-in') },
  },
  {
    id: 'S2',
    text: AEPD,
    section: '3.2.8',
    says: 'An acceptance lasts at most 24 months, and the choice is kept as long: good practice.',
    force: 'guidance',
    from: '2019',
    status: 'secondary',
    holds: { acceptance: 24, refusal: 24 },
  },
  {
    id: 'S3',
    text: AEPD,
    section: null,
    says: 'Accepting and refusing stand together, on the same level and equally visible.',
    force: 'guidance',
    from: '2024-01-11',
    status: 'secondary',
    holds: { duties: ['refuse-first'] },
  },
  {
    id: 'S4',
    text: AEPD,
    section: null,
    says: 'A language or currency that the person picked is technical; one that the site picked needs consent.',
    force: 'guidance',
    from: '2024-01-11',
    status: 'secondary',
    loosens: true,
    holds: { postures: { appearance: 'exempt' }, conditions: 'picked by the person' },
  },
];
