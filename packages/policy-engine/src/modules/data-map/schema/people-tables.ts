/** Which tables hold the people whose requests the engine answers, and which hold staff. */
import { tableTokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { personalWord } from './personal-words.ts';
import { wordsOfTable } from './prefixes.ts';

const CUSTOMERS = wordsIn(`
  customer member subscriber client patient student donor guest buyer shopper visitor cliente kunde musteri uye abonnent adherent
  mitglied socio adherente membre patientin klant paciente alumno eleve etudiant aluno`);
const USERS = wordsIn(
  'user account person people usuario utilisateur benutzer kullanici persona personne gebruiker utente pessoa uzytkownik',
);
const STAFF = wordsIn(
  'admin administrator staff employee operator moderator personal mitarbeiter empleado employe salarie medewerker funcionario',
);

const TENANTS = wordsIn('workspace project tenant team organization organisation');

/** Prefixes of tables that say whose application it is, not what is in them. */
const PREFIX = wordsIn(
  'app auth account wp tbl sys dbo my site web core main public directus strapi django keycloak spree shop',
);

/** The tables of people and of staff. */
export interface PeopleTables {
  /** Undefined for none, and for several that are alike. */
  readonly people: LiveTable | undefined;
  readonly staff: readonly LiveTable[];
}

/**
 * Tells customers from staff by the names of tables and by their keys: with members or customers beside users, the users are staff,
 * unless the customers refer to them, because then users are how customers sign in.
 */
export function peopleTablesOf(tables: readonly LiveTable[], schema: LiveSchema): PeopleTables {
  const named = tables.filter((table) => table.columns.size > 1);
  const isNamed = (table: LiveTable, words: ReadonlySet<string>) => isNamedBy(plainWords(table, tables), words);
  const users = named.filter((table) => isNamed(table, USERS));
  // Clients may be programs, and members the rows between users and teams: beside users, only rows with names or addresses are people.
  const customers = named.filter((table) => isNamed(table, CUSTOMERS) && (users.length === 0 || hasPerson(table)));
  const staff = named.filter((table) => isStaff(wordsOfTable(table, tables)));
  const [customer, ...otherCustomers] = customers;
  if (customer === undefined && users.length === 1) {
    // Where users are how employees sign in, the employees are the people.
    const employees = staff.filter(
      (table) => hasPerson(table) && users[0]!.foreignKeys.some((key) => schema.target(key) === table),
    );
    const [employee] = employees;
    if (employee !== undefined && employees.length === 1)
      return { people: employee, staff: staff.filter((table) => table !== employee) };
  }
  if (customer === undefined || otherCustomers.length > 0)
    return { people: only(users, tables) ?? only(customers, tables), staff };
  // Customers of a workspace are those of the host's users.
  const isTenants = customer.foreignKeys.some((key) => {
    const target = schema.target(key);
    return target !== undefined && TENANTS.has(wordsOfTable(target, tables).at(-1) ?? '');
  });
  const user = isTenants ? only(users, tables) : undefined;
  if (user !== undefined) return { people: user, staff };
  const refersTo = (table: LiveTable) => customer.foreignKeys.some((key) => schema.target(key) === table);
  return { people: customer, staff: [...staff, ...users.filter((table) => !refersTo(table))] };
}

/** One of these, if only one has a usual name; `users` before `accounts`. */
function only(some: readonly LiveTable[], tables: readonly LiveTable[]): LiveTable | undefined {
  const plain = some.filter((table) => wordsOfTable(table, tables).at(-1) === 'user');
  const [first, ...others] = plain.length === 1 ? plain : some;
  return others.length === 0 ? first : undefined;
}

function isNamedBy([first = '', second]: readonly string[], words: ReadonlySet<string>): boolean {
  return second === undefined && words.has(first);
}

/** Without the prefix of the application, or one word that may be one. */
function plainWords(table: LiveTable, tables: readonly LiveTable[]): readonly string[] {
  const words = wordsOfTable(table, tables);
  const [first = ''] = words;
  const isWhole = words.length === tableTokensOf(table.table).length;
  return words.length === 2 && isWhole && (PREFIX.has(first) || first.length < 4) ? words.slice(1) : words;
}

function hasPerson({ columns }: LiveTable): boolean {
  return [...columns.values()].some(({ name, kind }) => {
    const word = kind === 'text' || kind === 'other' ? (personalWord(name) ?? '') : '';
    return /mail|phone|mobile|name|correo|telefon|nom|nachname|soyad|apellido/.test(word);
  });
}

function isStaff(tokens: readonly string[]): boolean {
  const [first = '', second, ...more] = tokens;
  return STAFF.has(first) && more.length === 0 && (second === undefined || USERS.has(second) || second === 'member');
}
