/** Columns that are named like a key to people, or to rows of a table. A name alone proves nothing: values are compared as well. */

/** What a person does, or is, in a row: `created_by`, `ownerId`. */
const DOERS =
  /^(?:.+_)?(?:created|updated|modified|changed|edited|deleted|removed|added|invited|handled|approved|rejected|assigned|reviewed|checked|sent|uploaded|closed|opened|resolved|verified|posted|published|reported|requested|ordered|booked|paid|signed|owned|managed|moderated|banned|locked|seen|read|referred|granted)_by(?:_user)?$/;
const ROLES =
  /^(?:.+_)?(?:owner|author|creator|sender|recipient|receiver|addressee|assignee|inviter|invitee|approver|reviewer|editor|moderator|manager|reporter|requester|participant|subscriber|follower|followed|followee|following|friend|referrer|buyer|seller|patient|student|teacher|employee|driver|guest|member)$/;
const ENDING = /_(?:id|ids|uuid|guid|pk|fk|ref|nr|no)$/;

/** `createdById` → `created_by_id` */
export function words(name: string): string {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replaceAll(/[^\p{L}\d]+/gu, '_')
    .toLowerCase();
}

/** `order_lines` → `order_lines`, `order_line`; `nc_users_v2` → `users`, `user`, too. */
export function namesOf(table: string): readonly string[] {
  const plural = words(table);
  const plain = plural.replace(/_v_?\d+$/, '');
  const all = [plural, plain, plain.replace(/^\p{Ll}{1,3}_/u, '')];
  return [...new Set(all.flatMap((one) => [one, singularOf(one)]))];
}

function singularOf(plural: string): string {
  if (plural.endsWith('people')) return plural.replace(/people$/, 'person');
  if (/(?:ss|sh|ch|x|z|us)es$/.test(plural)) return plural.slice(0, -2);
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  return /[^s]s$/.test(plural) ? plural.slice(0, -1) : plural;
}

/** Whether a column is named like a key to a table: `user_id`, `billingAddressId`. */
export function isNamedAfter(column: string, table: string): boolean {
  const own = words(column);
  const stem = own.replace(ENDING, '');
  if (stem === own && !/(?:^|_)(?:login|username)$/.test(own)) return false;
  return namesOf(table).some((name) => stem === name || stem.endsWith(`_${name}`));
}

/** Whether a column is named after what a person does or is. */
export function isNamedLikePerson(column: string): boolean {
  const own = words(column);
  const stem = own.replace(ENDING, '');
  return DOERS.test(stem) || (stem !== own && ROLES.test(stem));
}

/** Whether a value names a table, as `User`, `App\\Models\\User` and `users` name the table `users`. */
export function namesTable(value: string, table: string): boolean {
  const last = words(value.split(/[\\/.:]+/).at(-1) ?? value);
  return namesOf(table).includes(last) || namesOf(last).some((name) => namesOf(table).includes(name));
}
