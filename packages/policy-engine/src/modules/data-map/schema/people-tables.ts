/** Which tables hold the people whose requests the engine answers, and which hold staff. */
import { secretIn } from '../../../platform/columns/secrets.ts';
import { tableTokensOf, tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { personalWord } from './personal-words.ts';
import { wordsOfTable } from './prefixes.ts';

const CUSTOMERS = wordsIn(`
  customer member subscriber client patient student donor buyer shopper cliente kunde musteri uye abonnent adherent
  mitglied socio adherente membre patientin klant paciente alumno eleve etudiant aluno clienti soci anagrafica anagrafiche debtor`);
/** People of one visit, one booking or one event: those of the host only where nobody has an account. */
const GUESTS = wordsIn('guest visitor participant attendee');
const USERS = wordsIn(
  'user account person people usuario utilisateur benutzer kullanici persona personne gebruiker utente utenti pessoa uzytkownik',
);
const STAFF = wordsIn(
  'admin administrator staff employee operator moderator personal mitarbeiter empleado employe salarie medewerker funcionario',
);

/** Of tables of users, the ones with people who may have an account or none. */
const PERSONS = wordsIn('person people persona personne pessoa');

const TENANTS = wordsIn('workspace project tenant team organization organisation enterprise');

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
  // Accounts without a name or an address are those of a bookkeeper.
  const users = named.filter(
    (table) => isNamed(table, USERS) && (plainWords(table, tables)[0] !== 'account' || hasPerson(table)),
  );
  // Clients may be programs or companies, and members the rows between users and teams: beside users, only rows with names or addresses
  // are people.
  const customers = named.filter(
    (table) =>
      isNamed(table, CUSTOMERS) && (users.length === 0 || (hasPerson(table) && !isCompany(table, users, schema))),
  );
  const staff = named.filter((table) => isStaff(wordsOfTable(table, tables)));
  const [customer, ...otherCustomers] = customers;
  if (customer === undefined && users.length === 0) {
    const guests = named.filter((table) => isNamed(table, GUESTS));
    return { people: mostReferred(named.filter(signsIn), tables) ?? only(guests, tables, schema), staff };
  }
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
    return { people: only(users, tables, schema) ?? only(customers, tables, schema), staff };
  // Customers of a workspace are those of the host's users.
  const isTenants = customer.foreignKeys.some((key) => {
    const target = schema.target(key);
    return target !== undefined && TENANTS.has(wordsOfTable(target, tables).at(-1) ?? '');
  });
  const user = isTenants ? only(users, tables, schema) : undefined;
  if (user !== undefined) return { people: user, staff };
  return { people: customer, staff: [...staff, ...users.filter((table) => !refersTo(customer, table, schema))] };
}

function refersTo(table: LiveTable, target: LiveTable, schema: LiveSchema): boolean {
  return table.foreignKeys.some((key) => schema.target(key) === target);
}

/** One of these, if only one has a usual name; `users` before `accounts` and before `oauth_users`. */
function only(some: readonly LiveTable[], tables: readonly LiveTable[], schema: LiveSchema): LiveTable | undefined {
  const plain = some.filter((table) => wordsOfTable(table, tables).at(-1) === 'user');
  const whole = plain.filter((table) => tableTokensOf(table.table).length === 1);
  const [first, ...others] = whole.length === 1 ? whole : plain.length === 1 ? plain : some;
  if (first === undefined || others.length > 0) return undefined;
  // Users are how some of the people sign in: `users.person_id`, or names that are in the rows of persons alone.
  const isNearer = (table: LiveTable) =>
    hasNames(table) && !hasNames(first) && referring(table, tables) >= referring(first, tables);
  const persons = some.filter(
    (table) => isNamedBy(plainWords(table, tables), PERSONS) && (refersTo(first, table, schema) || isNearer(table)),
  );
  return persons.length === 1 ? persons[0] : first;
}

/** Rows that people belong to: they have a contact, or users who refer to them, and no names of their own. */
function isCompany(table: LiveTable, users: readonly LiveTable[], schema: LiveSchema): boolean {
  if (hasNames(table)) return false;
  const names = [...table.columns.keys()].map((name) => tokensOf(name).join(' '));
  const key = `${tableTokensOf(table.table).join(' ')} id`;
  return (
    names.some((name) => /^contact (?:name|person)$/.test(name)) ||
    users.some(
      (user) =>
        refersTo(user, table, schema) || [...user.columns.keys()].some((name) => tokensOf(name).join(' ') === key),
    )
  );
}

/** Whether rows have the names of people: a company has one name. */
function hasNames({ columns }: LiveTable): boolean {
  return [...columns.keys()].some((name) =>
    /(?:first|last|family|given|full|sur) ?name$/.test(tokensOf(name).join(' ')),
  );
}

const LOGIN = /^(?:user ?name|user|login|login name|nick ?name|e ?mail|mail|e?mail address|uid|user uid)$/;
const PASSWORDS = wordsIn('password passwd pwd pass passwort senha mdp haslo sifre contrasena');

/** Whether rows are how people sign in, whatever the table is called: a name or an address beside a password, and no server. */
function signsIn({ table, columns }: LiveTable): boolean {
  const names = [...columns.keys()];
  const around = { table, columns: names };
  const plain = names.map((name) => tokensOf(name).join(' '));
  return (
    plain.some((name) => LOGIN.test(name)) &&
    names.some((name) => tokensOf(name).some((word) => PASSWORDS.has(word)) && secretIn(name, around) !== undefined) &&
    !plain.some((name) => /(?:^| )(?:host|host ?name|server|port|url|domain)$/.test(name))
  );
}

/** The one that most other tables refer to; undefined for none and for several. */
function mostReferred(some: readonly LiveTable[], tables: readonly LiveTable[]): LiveTable | undefined {
  const counts = some.map((table) => ({ table, count: referring(table, tables) }));
  const [first, second] = counts.toSorted((one, other) => other.count - one.count);
  return first !== undefined && first.count === second?.count ? undefined : first?.table;
}

/** How many other tables refer to one, by keys or by names of columns. */
function referring(table: LiveTable, tables: readonly LiveTable[]): number {
  const key = tokensOf(table.primaryKey[0] ?? 'id').join(' ');
  const names = new Set([`${tableTokensOf(table.table).join(' ')} ${key}`, ...(key.length > 2 ? [key] : [])]);
  const isReferring = (other: LiveTable) =>
    other.foreignKeys.some(({ to }) => to.table === table.table && to.schema === table.schema) ||
    [...other.columns.keys()].some((name) => names.has(tokensOf(name).join(' ')));
  return tables.filter((other) => other !== table && isReferring(other)).length;
}

function isNamedBy([first = '', second]: readonly string[], words: ReadonlySet<string>): boolean {
  return second === undefined && words.has(first);
}

/** Without the prefix of the application, or one word that may be one. */
function plainWords(table: LiveTable, tables: readonly LiveTable[]): readonly string[] {
  const words = wordsOfTable(table, tables);
  const [first = ''] = words;
  const isWhole = words.length === tableTokensOf(table.table).length;
  if (words.length === 2 && words[1] === 'master') return words.slice(0, 1);
  return words.length === 2 && isWhole && (PREFIX.has(first) || first.length < 4) ? words.slice(1) : words;
}

function hasPerson({ columns }: LiveTable): boolean {
  const words = [...columns.values()].map(({ name, kind }) =>
    kind === 'text' || kind === 'other' ? (personalWord(name) ?? '') : '',
  );
  return (
    words.some((word) => /mail|phone|mobile|name|correo|telefon|nom|nachname|soyad|apellido/.test(word)) ||
    (columns.has('name') && words.includes('address'))
  );
}

function isStaff(tokens: readonly string[]): boolean {
  const [first = '', second, ...more] = tokens;
  return STAFF.has(first) && more.length === 0 && (second === undefined || USERS.has(second) || second === 'member');
}
