/** The texts that are published in the year, with dates and reasons. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { User } from 'storefront/accounts/users';
import { DAY, HOUR, SampleBrowser, type World } from './world.ts';

const FOLDER = path.resolve(import.meta.dirname, '../texts');

/** A version of a text. */
interface SampleVersion {
  readonly rule: string;
  readonly version: number;
  /** Before the end of the year. */
  readonly daysAgo: number;
  readonly languages: readonly string[];
  /** Whether everybody is asked again. Default: true */
  readonly material?: boolean;
  readonly note?: string;
  /** Whether its English text is the current one, `texts/<rule>.md`. */
  readonly isPresent?: boolean;
}

/** The versions of the year. */
export const VERSIONS: readonly SampleVersion[] = [
  { rule: 'cookie', version: 1, daysAgo: 364, languages: ['fr'] },
  {
    rule: 'cookie',
    version: 2,
    daysAgo: 212,
    languages: ['fr'],
    note: 'New: Tasteful Ltd remembers the last things you looked at, in a third cookie.',
  },
  {
    rule: 'cookie',
    version: 3,
    daysAgo: 83,
    languages: ['es', 'fr', 'tr'],
    material: false,
    note: 'The cookie that tells visitors apart stays for one year, not two. The text now lists the cookies that need no consent.',
    isPresent: true,
  },
  { rule: 'age', version: 1, daysAgo: 364, languages: ['fr'] },
  {
    rule: 'age',
    version: 2,
    daysAgo: 190,
    languages: ['es', 'fr', 'tr'],
    material: false,
    note: 'Explains why we ask, and what to do if you are younger. The age is the same.',
    isPresent: true,
  },
  { rule: 'terms', version: 1, daysAgo: 364, languages: ['fr'] },
  {
    rule: 'terms',
    version: 2,
    daysAgo: 118,
    languages: ['es', 'fr', 'tr'],
    note: 'We now deliver orders. The text explains when a contract is concluded and how you return goods.',
    isPresent: true,
  },
  { rule: 'privacy', version: 1, daysAgo: 364, languages: ['fr'] },
  {
    rule: 'privacy',
    version: 2,
    daysAgo: 118,
    languages: ['es', 'fr', 'tr'],
    note: 'We now deliver orders: the parcel service gets the name and the address. We keep records of orders for ten years.',
    isPresent: true,
  },
  { rule: 'media', version: 1, daysAgo: 301, languages: ['fr'] },
  {
    rule: 'media',
    version: 2,
    daysAgo: 147,
    languages: ['es', 'fr', 'tr'],
    note: 'Explains what the other company learns when a film is shown, and that you can show a single film once.',
    isPresent: true,
  },
];

function textOf({ rule, version, isPresent = false }: SampleVersion, locale: string): string {
  const name = locale === 'en' && isPresent ? `${rule}.md` : `year/${rule}.${version}.${locale}.md`;
  return readFileSync(path.join(FOLDER, name), 'utf8');
}

/** Schedules administrators who publish the versions, and leave a draft. */
export function planTexts({ timeline, end, ...world }: World, [first, second]: readonly [User, User]): void {
  const whole = { timeline, end, ...world };
  for (const [index, version] of VERSIONS.entries()) {
    const { rule, daysAgo, languages, material = true, note = null } = version;
    const user = index % 3 === 1 ? second : first;
    timeline.add(end - daysAgo * DAY - 5 * HOUR + index * 70_000, async () => {
      const translations = Object.fromEntries(languages.map((locale) => [locale, textOf(version, locale)]));
      const body = { description: textOf(version, 'en'), material, note, translations, state: 'published' };
      await new SampleBrowser(whole, { locale: 'en' }).send('POST', `/categories/${rule}/terms.json`, { user, body });
    });
  }
  timeline.add(end - 6 * DAY, async () => {
    const description = `${textOf({ rule: 'media', version: 2, daysAgo: 0, languages: [], isPresent: true }, 'en')}
- **Who**: Films & Co, Rotterdam. They keep your address for seven days.
`;
    const body = { description, note: 'Names the company.', state: 'draft' };
    await new SampleBrowser(whole, { locale: 'en' }).send('POST', '/categories/media/terms.json', {
      user: second,
      body,
    });
  });
}
