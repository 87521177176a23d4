/** Which columns of a row name somebody other than its person: who handled it, and third parties. */
import { phrasesIn, placeOf, singular, tableTokensOf, tokensOf, wordsIn } from './tokens.ts';

/** What staff do with a row: `approved_by`, `lastModifiedBy`, `created_by_user_id`. */
const DONE = wordsIn(`
  created updated modified edited changed deleted removed approved rejected denied declined reviewed handled assigned closed
  resolved confirmed canceled cancelled revoked processed verified moderated banned suspended granted issued uploaded published
  archived added checked refunded released reversed shipped packed picked installed configured entered recorded registered
  performed merged blocked unblocked flagged answered escalated written generated imported activated deactivated disabled
  inspected requested scheduled dispatched investigated overridden restored locked frozen`);

/** The same in other languages, with their word for `by`. */
const DONE_ELSEWHERE =
  /^(?:(?:creado|actualizado|modificado|aprobado|rechazado|eliminado|asignado|revisado|cerrado)(?:a)? por|(?:cree|modifie|approuve|rejete|supprime|valide|traite|ferme|affecte) par|(?:erstellt|geaendert|bearbeitet|genehmigt|abgelehnt|geloescht|geprueft|freigegeben|zugewiesen) von|(?:criado|atualizado|aprovado|alterado|excluido) por|(?:creato|modificato|approvato|eliminato) da|(?:aangemaakt|gewijzigd|goedgekeurd) door|(?:olusturan|guncelleyen|onaylayan|silen|degistiren))(?: (?:id|user|usuario|kullanici|benutzer))*$/;

/** People of the host. */
const STAFF = wordsIn(`
  admin administrator staff employee operator moderator approver assignee caseworker cashier salesperson salesrep supervisor
  clerk handler reviewer creator updater modifier editor auditor examiner recruiter manager sachbearbeiter bearbeiter mitarbeiter
  empleado employe`);

/** Roles that are staff without a word for what of them: `assignee`. */
const STAFF_ALONE = wordsIn('assignee approver cashier caseworker sachbearbeiter');

const STAFF_PHRASES = phrasesIn(`
  sales rep, account manager, case worker, case manager, support agent, service agent, sales agent, assigned agent, assigned to,
  handled user, user created, user updated, last editor, zugewiesen an, asignado a`);

/** Third parties. */
const OTHERS = phrasesIn(`
  recipient, receiver, addressee, sender, referrer, referer, referred, inviter, invitee, invited, emergency contact, next of kin,
  kin, spouse, wife, husband, mother, father, guardian, sibling, friend, buyer, seller, counterparty, witness, beneficiary,
  reporter, reported user, reported, blocked user, mentioned user, other user, target user, opponent, contact person, physician,
  doctor, therapist, teacher, lawyer, colleague, landlord, giftee, gift recipient, nominee, contacto emergencia, destinatario,
  remitente, destinataire, expediteur, empfaenger, absender, notfallkontakt, alici, gonderen`);

const OTHERS_ALONE = wordsIn('invitee inviter cc bcc spouse giftee');
const OTHERS_BY = wordsIn('invited referred recommended introduced reported gifted sponsored witnessed nominated');

/** What of them a column holds. */
const PARTS = wordsIn(`
  id uuid guid did ref name email mail phone mobile tel telephone username login address user fullname surname first last nr
  key account member nombre correo telefono nom prenom telefon isim eposta`);
const ABOUT = wordsIn(
  'at on count type kind role status state url uri source medium code enabled notes note permission permissions',
);

/** Tables in which the recipient is mostly the person. */
const OWN_POST = wordsIn(`
  address order shipment shipping delivery parcel package invoice cart checkout fulfillment fulfilment subscription notification adresse
  bestellung direccion pedido commande`);
/** Tables that name the host's own addresses. */
const OWN_MAIL = wordsIn('newsletter campaign setting template automation automated design email mailing');

/** Tables whose agents are people. */
const DESKS = wordsIn('ticket case call chat conversation complaint claim inquiry support');

/** Whether the column says who of the host handled the row: the words for it, or undefined. */
export function staffIn(name: string, table?: string): string | undefined {
  const tokens = tokensOf(name);
  if (BEFORE.has(tokens[0] ?? '')) return undefined;
  const words = tokens.join(' ');
  const by = tokens.lastIndexOf('by');
  if (by > 0 && DONE.has(tokens[by - 1] ?? '') && isPart(tokens.slice(by + 1))) return `${tokens[by - 1] ?? ''} by`;
  if (DONE_ELSEWHERE.test(spelled(words))) return spelled(words);
  const phrase = STAFF_PHRASES.find((one) => isRole(one, tokens, true));
  if (phrase !== undefined) return phrase.join(' ');
  // The key of a table of staff.
  if (table !== undefined && tokens.at(-1) === 'id' && tableTokensOf(table).join(' ') === tokens.slice(0, -1).join(' '))
    return undefined;
  const role = [...STAFF].find((one) => isRole([one], tokens, STAFF_ALONE.has(one)));
  if (role !== undefined) return role;
  const isDesk = table !== undefined && tableTokensOf(table).some((word) => DESKS.has(word));
  return isDesk && isRole(['agent'], tokens, false) && !words.startsWith('user agent') ? 'agent' : undefined;
}

/** Whether the column names a third party, or how to reach them: the words for it, or undefined. */
export function otherIn(name: string, table?: string): string | undefined {
  const tokens = tokensOf(name);
  if (BEFORE.has(tokens[0] ?? '')) return undefined;
  const by = tokens.lastIndexOf('by');
  if (by > 0 && OTHERS_BY.has(tokens[by - 1] ?? '') && isPart(tokens.slice(by + 1)))
    return `${tokens[by - 1] ?? ''} by`;
  const found = OTHERS.find((one) => isRole(one, tokens, OTHERS_ALONE.has(one[0] ?? '') || one.length > 1));
  if (found === undefined) return OTHERS_ALONE.has(tokens.join(' ')) ? tokens.join(' ') : undefined;
  // `email_recipient_id` refers to a row about a recipient, not to a person.
  if (tokens.at(-1) === 'id' && !tokens[0]?.startsWith(found[0] ?? '')) return undefined;
  const place = table === undefined ? [] : tableTokensOf(table);
  const isReceiving = /^(?:recipient|receiver|addressee|destina|empfaenger|alici)/.test(found.join(' '));
  if (isReceiving && !place.includes('gift') && place.some((word) => OWN_POST.has(word))) return undefined;
  if (/^(?:sender|remitente|absender)/.test(found.join(' ')) && place.some((word) => OWN_MAIL.has(word)))
    return undefined;
  return found.join(' ');
}

/** Whether a name ends with a role, and at most with a word for what of them it holds. */
function isRole(role: readonly string[], tokens: readonly string[], standsAlone: boolean): boolean {
  const at = placeOf(role, tokens.map(singular));
  const exact = at === -1 ? placeOf(role, tokens) : at;
  if (exact === -1) return false;
  const after = tokens.slice(exact + role.length);
  return after.length === 0 ? standsAlone : isPart(after);
}

const BEFORE = wordsIn('is has can may show hide notify allow require requires enable number num count max min send');

/** Words that only say what of somebody is meant. */
function isPart(after: readonly string[]): boolean {
  return after.every((word) => PARTS.has(word)) && !after.some((word) => ABOUT.has(word));
}

/** German umlauts as they are written without dots. */
function spelled(words: string): string {
  return words
    .replaceAll('geandert', 'geaendert')
    .replaceAll('geloscht', 'geloescht')
    .replaceAll('gepruft', 'geprueft');
}
