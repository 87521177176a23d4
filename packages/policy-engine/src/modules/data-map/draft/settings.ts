/** What the name and the columns of a table say about its rows: whether they are about people, addresses, messages, or things. */
import { singular, tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveColumn, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { personalWord, roleNamed } from '../schema/personal-words.ts';
import { wordsOfTable } from '../schema/prefixes.ts';

/** The setting of a column. */
export interface Setting {
  /** Rows are people: customers, members, staff, leads. */
  readonly isPeople: boolean;
  /** Rows are postal addresses of people. */
  readonly isAddress: boolean;
  /** Rows are messages to or from people: comments, tickets, notifications. */
  readonly isMessage: boolean;
  /** Rows are posts, tasks and the like, whose titles people write. */
  readonly isWork: boolean;
  /** Rows are sessions, visits and logs. */
  readonly isTrace: boolean;
  /** Rows are accounts at providers of identities. */
  readonly isIdentity: boolean;
  /** Rows are what a system remembers of people. */
  readonly isMemory: boolean;
  /** Rows are what people searched for. */
  readonly isSearch: boolean;
  /** Rows are answers to forms, or values of fields that the host's users define. */
  readonly isAnswer: boolean;
  /** Rows are shops, products, settings: words in them do not name people. */
  readonly isThing: boolean;
  /** Rows are what people write: their text is somebody's even if no column says whose. */
  readonly isWritten: boolean;
  /** Rows say how a person lives: what they learned, who belongs to them, how they are. */
  readonly isLife: boolean;
  /** Some column is a person's address or number. */
  readonly hasReach: boolean;
  /** Rows have a name and an address or number: they are about whoever has them. */
  readonly isContact: boolean;
  /** Whom columns name by their role: `signer`, where there is `signerName`. */
  readonly roles: ReadonlySet<string>;
}

const PEOPLE = wordsIn(`
  user customer member person people contact lead patient student employee subscriber client guest visitor applicant candidate
  judge lawyer attorney nurse physician dentist therapist counselor counsellor instructor coach tutor trainee mentor supervisor officer
  author actor attendee participant donor volunteer citizen player profile passenger driver owner resident teacher doctor staff admin
  administrator operator buyer seller recipient invitee signatory respondent holder beneficiary parent child guardian friend
  account usuario cliente persona empleado utilisateur personne employe benutzer kunde mitarbeiter kullanici musteri uye
  adherent adherente membre eleve etudiant salarie benevole donateur beneficiaire mitglied teilnehmer schueler ansprechpartner patientin mandant
  agente vendedor comercial vertreter verkaeufer persona contacto alumno alumna estudiante paciente trabajador miembro utente contatto socio aluno pessoa funcionario paciente
  lid gebruiker klant medewerker persoon uzytkownik klient osoba`);

/** Words after a person that leave the rows about that person. */
const ABOUT_THEM = wordsIn(`
  profile detail info information data identity account contact record extra bio update change archive backup import copy snapshot
  version revision old temp deleted`);

/** The last word of names of tables whose rows are not about one person. */
const THINGS = wordsIn(`
  org department inbox vendor merchant manufacturer carrier store shop warehouse stock depot branch office venue location supplier company organization organisation team workspace tenant
  project brand zone region country city state tax rate setting settings configuration config channel template design
  price plan product sku variant item category tag theme translation provider currency role permission group policy scope domain
  experience integration application app connector webhook banner coupon promotion offer discount campaign segment tier feature
  environment machine sensor printer router gateway equipment instance host environment strategy flag metric statistic stat usage migration job queue schedule schema field collection page menu widget
  translation locale language font server instance module device_type type status payout license licence
  almacene almacen empresa producto articulo provincia ciudad ciudade pais paise fabricante tienda sucursal sucursale familia serie divisa impuesto
  entrepot magasin produit article fournisseur fabricant pays ville commune departement agence
  lager artikel produkt land laender stadt staedte lieferant lieferanten hersteller firma firmen filiale
  magazzino negozio prodotto fornitore paese armazem loja produto fornecedor newsroom`);

const MESSAGES = wordsIn(`
  comment followup message review feedback satisfaction survey ticket reply answer note chat conversation letter mail email sms inquiry enquiry submission
  response complaint testimonial notification reaction rating vote abuse report mention thread invitation donation gift kommentar nachricht mensaje
  comentario commentaire yorum mesaj avis bewertung anfrage demande consulta messaggio commento mensagem bericht`);
/** How messages are sent, and what keeps them: `email_sessions`, `sms_records`. */
const MEDIA = wordsIn('email mail sms whatsapp what fax call notification');
const SENT = wordsIn('session record detail conversation history log sent outbox archive queue');
const WRITTEN = wordsIn(
  'comment satisfaction survey feedback review rating vote reply testimonial complaint inquiry enquiry message letter kommentar nachricht commentaire comentario yorum avis bewertung mensaje mensagem commento messaggio',
);
const WORKS = wordsIn(
  'appointment post article task todo story photo video picture document memo entry status tweet question topic wish diary journal list bookmark draft',
);
const TRACES = wordsIn(
  'session login signin device visit view activity event audit history log access request click reaction vote like attempt country geo',
);
const IDENTITIES = wordsIn(
  'identity authentication authenticator oauth sso social external auth verify verification verificationtoken nextauth login otp',
);

/** Tables of programs that sign people in, and of what they may do. */
const PROGRAMS = wordsIn('application client consent scope provider connector grant resource');
const MEMORIES = wordsIn('memory persona');
const SEARCHES = wordsIn('history log query record term');
const ANSWERS = wordsIn('questionnaire metafield answer response attribute property meta submission survey');

const LIFE = wordsIn(`
  education experience employment qualification dependent child relative family passport visa medical medication drug dose condition allergy
  vaccination immunization immunisation diagnosis prescription symptom illness disease injury surgery treatment therapy
  encounter observation investigation disability behaviour behavior discipline aid absence leave salary payroll grade
  counseling counselling psychology career resume cv licence directdebit biography hobby interest religion pregnancy diet meal lifestyle habit emergency
  debit deposit signature anamnesis befund diagnose ausbildung familie enfant famille antecedent hijo familia health`);

/** The last word of tables of kinds and settings: `leave_types`. */
const SORTING =
  /^(?:type|category|status|state|code|level|setting|config|template|rule|policy|entitlement|period|schedule|field|option)$/;

const POSTALS = wordsIn('address adresse anschrift direccion domicilio endereco indirizzo adres');

const POSTAL =
  /^(?:street|address|addr|line|zip|postcode|postal|city|town|province|strasse|plz|ort|calle|rue|adresse|direccion|ciudad|provincia|codpostal|codigopostal|apartado|poblacion|municipio|localidad|ville|commune|cidade|cep|bairro|endereco|logradouro|indirizzo|citta|straat|woonplaats)/;

/**
 * @param isOwned whether its rows lead to a person
 * @param words those of its name, without the prefix of the application
 */
export function settingOf(table: LiveTable, isOwned: boolean, words: readonly string[]): Setting {
  const last = words.at(-1) ?? '';
  // `organization_info` is about an organisation.
  const subject = words.findLast((word) => !/^(?:info|information|detail|data|gen|general)$/.test(word)) ?? '';
  const columns = [...table.columns.values()];
  const names = columns.map(({ name }) => tokensOf(name));
  const has = (...wanted: string[]) => wanted.some((one) => names.some((tokens) => tokens.join(' ') === one));
  const hasName = has('first name', 'last name', 'firstname', 'lastname', 'full name', 'fullname', 'surname');
  const hasReach = columns.some((column) => isReach(column));
  const hasOwnName = hasName || has('name', 'username', 'user name');
  // An application with a name and an address is somebody's, and no program.
  const isApplied = last === 'application' && hasReach && hasOwnName;
  const isThing =
    !isOwned &&
    !isApplied &&
    (((THINGS.has(last) || THINGS.has(subject)) && !(last === 'app' && words.at(-2) === 'what')) ||
      words.some((word) => PLACES.has(word)) ||
      words.join(' ').endsWith('mailing list'));
  const isNamed = words.some(
    (word, at) => isPerson(word, words[at - 1]) && (at === words.length - 1 || ABOUT_THEM.has(last)),
  );
  // With a secret or an address to return to, a client is a program.
  const isProgram = words.includes('client') && has('client secret', 'redirect url', 'redirect uri', 'redirect uris');
  const postal = names.filter(
    (tokens) => POSTAL.test(tokens[0] ?? '') && !tokens.some((token) => token === 'id'),
  ).length;
  return {
    isPeople:
      !isProgram &&
      (isNamed ||
        isApplied ||
        (hasReach && hasOwnName && !isThing && has('avatar', 'avatar url', 'image', 'username', 'bio', 'birthday')) ||
        (hasName && !words.includes('address') && postal < 2)) &&
      !words.some((word) => PLACES.has(word)),
    isAddress:
      !words.some((word) => PLACES.has(word)) && (words.some((word) => POSTALS.has(word)) || (postal >= 3 && !isThing)),
    isMessage:
      MESSAGES.has(last) ||
      (last === 'recipient' && words.length > 1) ||
      words[0] === 'chat' ||
      (words.some((word) => MEDIA.has(word)) && SENT.has(last)),
    isWork: WORKS.has(last) || words.join(' ').endsWith('to do') || words.includes('calendar'),
    isTrace: TRACES.has(last) || words.some((word) => word === 'session' || word === 'device'),
    isIdentity:
      !PROGRAMS.has(last) &&
      (words.some((word) => IDENTITIES.has(word)) ||
        (words.includes('password') && last === 'token') ||
        has('provider', 'provider id')),
    isMemory: words.some((word) => MEMORIES.has(word)),
    isSearch: words.includes('search') && (last === 'search' || SEARCHES.has(last)),
    isAnswer:
      words.some((word) => ANSWERS.has(word)) &&
      /^(?:value|answer|response|attribute|submission|meta|property|field)$/.test(last),
    isThing,
    isLife: words.some((word) => LIFE.has(word)) && !SORTING.test(last),
    isWritten: WRITTEN.has(last) || (words[0] === 'chat' && !THINGS.has(last)),
    hasReach,
    isContact: hasReach && !isThing && has('name', 'first name', 'last name', 'full name', 'username', 'user name'),
    roles: new Set(names.flatMap((tokens) => roleNamed(tokens) ?? [])),
  };
}

/** Whether the rows of a table are people, by its name. */
export function isOfPeople(table: LiveTable, tables: readonly LiveTable[]): boolean {
  const words = wordsOfTable(table, tables);
  return isPerson(words.at(-1) ?? '', words.at(-2)) && settingOf(table, true, words).isPeople;
}

/** `profile` and `parent` are people alone or after a person: a shipping profile and the parent of a role are not; nor is an API client. */
function isPerson(word: string, before: string | undefined): boolean {
  if (word === 'client' && before !== undefined && SIGNING.has(before)) return false;
  if (before === 'to') return false;
  return PEOPLE.has(word) && (!OF_ANYTHING.has(word) || before === undefined || PEOPLE.has(before));
}

/** Before `client`: a program. */
const SIGNING = wordsIn('auth oauth oidc openid saml sso api app application http rest mcp webhook device');

const OF_ANYTHING = wordsIn(
  'profile parent child owner holder author actor contact account player recipient participant',
);

/** Words anywhere in the name of a table that make it the host's own place. */
const PLACES = wordsIn(
  'bank pincode ifsc postcode zipcode machine warehouse stock store shop depot branch venue tax zone supplier canned almacen almacene entrepot lager',
);

function isReach({ name, kind }: LiveColumn): boolean {
  if (/^(?:sender|from|support|reply)/i.test(name)) return false;
  const word = kind === 'boolean' || kind === 'time' ? '' : (personalWord(name) ?? '');
  return /mail|phone|mobile|tel|correo|courriel|posta|telefon/.test(word);
}

/** The words of a column in the singular. */
export function columnWords(name: string): string[] {
  return tokensOf(name).map(singular);
}
