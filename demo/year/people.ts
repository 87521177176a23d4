/** Names and languages of invented people. */
import type { Random } from './random.ts';

/** A person before they have an account. */
export interface SamplePerson {
  readonly name: string;
  readonly email: string;
  /** BCP 47 tag. */
  readonly locale: string;
}

type Names = readonly [string, ...string[]];

const FIRST: Readonly<Record<string, Names>> = {
  en: [
    'Alice',
    'Ben',
    'Clara',
    'Daniel',
    'Ellie',
    'Finn',
    'Grace',
    'Harry',
    'Isla',
    'Jack',
    'Kate',
    'Liam',
    'Maya',
    'Noah',
    'Olive',
    'Priya',
    'Ruth',
    'Sam',
    'Tess',
    'Will',
  ],
  fr: [
    'Amélie',
    'Baptiste',
    'Chloé',
    'Étienne',
    'Inès',
    'Jules',
    'Léa',
    'Mathis',
    'Noémie',
    'Quentin',
    'Sélène',
    'Théo',
  ],
  es: ['Álvaro', 'Carmen', 'Diego', 'Elena', 'Iñigo', 'Lucía', 'Martín', 'Nuria', 'Pablo', 'Sofía'],
  tr: ['Ayşe', 'Burak', 'Çağla', 'Deniz', 'Emre', 'Gökçe', 'İpek', 'Kerem', 'Selin', 'Umut'],
  de: ['Anke', 'Björn', 'Greta', 'Jürgen', 'Käthe', 'Lukas', 'Meike', 'Sönke'],
};
const LAST: Readonly<Record<string, Names>> = {
  en: [
    'Archer',
    'Bell',
    'Carter',
    'Doyle',
    'Ellis',
    'Fletcher',
    'Hughes',
    'Khan',
    'Marsh',
    'Osei',
    'Patel',
    'Reid',
    'Shaw',
    'Turner',
    'Wright',
  ],
  fr: ['Bernard', 'Caron', 'Dubois', 'Faure', 'Girard', 'Lefèvre', 'Moreau', 'N’Diaye', 'Petit', 'Roussel'],
  es: ['Álvarez', 'Castro', 'Domínguez', 'Ibáñez', 'Molina', 'Núñez', 'Ortega', 'Ruiz', 'Serrano'],
  tr: ['Aydın', 'Çelik', 'Demir', 'Güneş', 'Kaya', 'Öztürk', 'Şahin', 'Yıldız'],
  de: ['Brandt', 'Fischer', 'Groß', 'Hansen', 'Köhler', 'Möller', 'Schäfer'],
};
/** Names in other scripts and of unusual length, which pages must handle. */
const UNUSUAL: readonly SamplePerson[] = [
  { name: 'ليلى حداد', email: 'layla.haddad@example.test', locale: 'fr' },
  { name: 'Дарья Ковалёва', email: 'darya.kovaleva@example.test', locale: 'en' },
  { name: '佐藤 美咲', email: 'misaki.sato@example.test', locale: 'en' },
  { name: 'נועה לוי', email: 'noa.levi@example.test', locale: 'en' },
  {
    name: 'María del Carmen Fernández de Córdoba y Álvarez de Toledo',
    email: 'maria.del.carmen.fernandez.de.cordoba.y.alvarez.de.toledo@example.test',
    locale: 'es',
  },
];

const LOCALES = [
  ['en', 45],
  ['fr', 20],
  ['es', 15],
  ['tr', 12],
  ['de', 8],
] as const;

/** The language of a random visitor. */
export const someLocale = (random: Random): string => random.weighted(LOCALES);

const asAddress = (name: string): string =>
  name
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, (other) => (/\s/.test(other) ? '.' : ''));

/** A number of people, each with their own email address. */
export function samplePeople(random: Random, count: number): SamplePerson[] {
  const people = new Map(UNUSUAL.map((person) => [person.email, person]));
  while (people.size < count) {
    const locale = someLocale(random);
    const name = `${random.pick(FIRST[locale] ?? ['Kim'])} ${random.pick(LAST[locale] ?? ['Lee'])}`;
    const twins = people.has(`${asAddress(name)}@example.test`) ? String(random.between(2, 99)) : '';
    const email = `${asAddress(name)}${twins}@example.test`;
    if (!people.has(email)) people.set(email, { name, email, locale });
  }
  // People with unusual names come at any time of the year.
  return [...people.values()]
    .map((person) => ({ person, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ person }) => person);
}
