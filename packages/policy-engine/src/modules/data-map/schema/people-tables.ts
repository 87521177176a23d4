/** Which tables hold the people whose requests the engine answers, and which hold staff. */
import { tableTokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { personalWord } from './personal-words.ts';

const CUSTOMERS = wordsIn(`
  customer member subscriber client patient student donor guest buyer shopper visitor cliente kunde musteri uye abonnent adherent
  mitglied socio`);
const USERS = wordsIn('user account person people usuario utilisateur benutzer kullanici persona personne');
const STAFF = wordsIn('admin administrator staff employee operator moderator personal mitarbeiter empleado employe');

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
  const users = named.filter((table) => isNamed(table, USERS));
  // Clients may be programs, and members the rows between users and teams: beside users, only rows with names or addresses are people.
  const customers = named.filter((table) => isNamed(table, CUSTOMERS) && (users.length === 0 || hasPerson(table)));
  const staff = named.filter((table) => isStaff(table));
  const [customer, ...otherCustomers] = customers;
  if (customer === undefined || otherCustomers.length > 0) return { people: only(users) ?? only(customers), staff };
  const refersTo = (table: LiveTable) => customer.foreignKeys.some((key) => schema.target(key) === table);
  return { people: customer, staff: [...staff, ...users.filter((table) => !refersTo(table))] };
}

/** One of these, if only one has a usual name; `users` before `accounts`. */
function only(tables: readonly LiveTable[]): LiveTable | undefined {
  const plain = tables.filter(({ table }) => tableTokensOf(table).at(-1) === 'user');
  const [first, ...others] = plain.length === 1 ? plain : tables;
  return others.length === 0 ? first : undefined;
}

function isNamed({ table }: LiveTable, words: ReadonlySet<string>): boolean {
  const tokens = tableTokensOf(table);
  const isPrefixed = tokens.length === 2 && (PREFIX.has(tokens[0] ?? '') || (tokens[0] ?? '').length < 4);
  const [first = '', second] = isPrefixed ? tokens.slice(1) : tokens;
  return second === undefined && words.has(first);
}

function hasPerson({ columns }: LiveTable): boolean {
  return [...columns.values()].some(({ name, kind }) => {
    const word = kind === 'text' || kind === 'other' ? (personalWord(name) ?? '') : '';
    return /mail|phone|mobile|name|correo|telefon|nom|nachname|soyad|apellido/.test(word);
  });
}

function isStaff({ table }: LiveTable): boolean {
  const tokens = tableTokensOf(table);
  const [first = '', second, ...more] = tokens;
  return STAFF.has(first) && more.length === 0 && (second === undefined || USERS.has(second) || second === 'member');
}
