/** The data of one person, in every shape that an export supports: what the browser opens. */
import type { PortabilityRuleOptions } from 'policy-engine';
import type { ExportedDecision, ExportExtras, ExporterOptions } from 'policy-engine/export';

/** Rules of a shop; its pictures come from `origin`. */
export function sampleRules(origin: string): PortabilityRuleOptions[] {
  return [
    {
      name: 'account',
      label: 'Your account',
      member: 'account',
      purpose: 'To know who orders, and where it goes',
      retention: 'Until you close the account',
    },
    {
      name: 'orders',
      label: 'Orders',
      per: 12,
      collection: (_user: unknown, { limit, offset }: { limit: number; offset: number }) =>
        Array.from({ length: Math.max(0, Math.min(limit, 53 - offset)) }, (_, index) =>
          order(offset + index + 1, origin),
        ),
      count: () => 53,
      purpose: 'To deliver what you bought, and for the books',
      recipients: 'The parcel service, our tax adviser',
      retention: 'Ten years, as tax law asks for',
    },
    {
      name: 'messages',
      label: 'Messages',
      collection: () => [
        {
          subject: 'Where is my parcel?',
          sentAt: '2026-02-01T10:00:00Z',
          text: 'Hello, İstanbul to Zürich takes how long? <script>alert(1)</script> Thank you very much for a quick answer, and for the wrapping paper.',
        },
        { subject: 'Thank you', sentAt: '2026-02-03T18:20:00Z', text: 'It has arrived.' },
      ],
    },
    { name: 'wishlist', label: 'Wish list', collection: () => [] },
  ];
}

const THINGS = ['Linen shirt', 'Field notebook', 'Walnut tray', 'Enamel mug', 'Wool blanket', 'Brass lamp', 'Tea set'];

function order(number: number, origin: string): Record<string, unknown> {
  return {
    id: number,
    title: THINGS[number % THINGS.length],
    photo: number === 4 ? `${origin}/gone.png` : `${origin}/${number % 9}.png`,
    placedAt: new Date(Date.UTC(2026, 0, 1 + number, 9, 30)),
    total: `€ ${(number * 7.5 + 9).toFixed(2)}`,
    paid: number % 5 !== 0,
  };
}

export const sampleUser = {
  name: 'Ada Lovelace',
  account: {
    name: 'Ada Lovelace',
    email: 'ada@example.test',
    password_hash: 'never',
    joinedAt: '2024-05-06T07:08:09Z',
    newsletter: false,
    address: { street: 'St James’s Square 12', city: 'London', country: 'GB' },
    interests: ['Mathematics', 'Poetry'],
  },
};

export const sampleExporter: ExporterOptions = {
  information: {
    controller: 'Shop GmbH, Marktplatz 1, 20095 Hamburg',
    contact: 'privacy@shop.example',
    recipients: 'Our hosting provider, in the European Union',
    automatedDecisions: 'None.',
    supervisoryAuthority: 'Der Hamburgische Beauftragte für Datenschutz und Informationsfreiheit',
  },
};

function noted(
  rule: string | null,
  label: string | null,
  decision: 'accepted' | 'rejected' | null,
  at: string,
): ExportedDecision {
  return {
    id: at,
    kind: 'decision',
    rule,
    label,
    decision,
    vendors: null,
    version: rule === null ? null : 1,
    hash: rule === null ? null : 'b'.repeat(64),
    at,
    decidedAt: null,
    months: 12,
    posture: null,
    fact: null,
    region: null,
    how: 'banner',
    locale: 'en',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    network: '2001:db8:85a3::/48',
  };
}

export const sampleExtras: ExportExtras = {
  consents: [
    {
      rule: 'cookie',
      label: 'Cookies',
      state: 'rejected',
      vendors: null,
      decidedAt: '2026-01-05T08:00:00.000Z',
      version: 2,
      hash: 'a'.repeat(64),
    },
    {
      rule: 'privacy_terms',
      label: 'Privacy terms',
      state: 'accepted',
      vendors: null,
      decidedAt: '2026-01-05T08:01:00.000Z',
      version: 1,
      hash: 'b'.repeat(64),
    },
    { rule: 'age', label: 'Age', state: 'passive', vendors: null, decidedAt: null, version: null, hash: null },
  ],
  decisions: [
    noted('privacy_terms', 'Privacy terms', 'accepted', '2026-01-05T08:01:00.000Z'),
    noted('cookie', 'Cookies', 'rejected', '2026-01-05T08:00:00.000Z'),
    { ...noted('cookie', 'Cookies', 'accepted', '2026-01-05T07:59:00.000Z'), kind: 'adoption', how: 'adopted' },
    noted('cookie', 'Cookies', 'accepted', '2026-01-04T22:10:00.000Z'),
  ],
  requests: [
    {
      id: '7',
      kind: 'Copy of your data',
      state: 'In progress',
      createdAt: '2026-03-04T05:00:00.000Z',
      completedAt: null,
    },
  ],
};
