/**
 * Column names that indicate personal data, in English, Spanish, French, Turkish and German. A name alone proves nothing: a word
 * that may as well describe a product or a machine (name, title, city of a shop) is not included, since foreign keys find those.
 */
import { singular, tokensOf } from '../../../platform/columns/tokens.ts';

/** Who somebody is in a row: `signerName`. */
const ROLES: ReadonlySet<string> = new Set(
  (
    'signer signatory applicant candidate requester requestor submitter approver payer payee borrower delegate beneficiary guardian ' +
    'spouse student pupil teacher instructor coach trainee traveller traveler rider caller participant nominee witness claimant ' +
    'policyholder author customer recipient member buyer guest passenger patient employee driver attendee receiver donor reporter ' +
    'creator owner sender adjuster supervisor rep representative coordinator referral assignee moderator editor organizer organiser interviewer counselor ' +
    'scheduler booker organiser tutor mentor translator photographer singer signee nurse physician dentist lawyer attorney landlord person youth judge ' +
    'referrer visitor subscriber reviewer respondent volunteer parent child resident winner invitee sitter player speaker'
  ).split(' '),
);

/** The role in the name of a column that names somebody by it; undefined for none. */
export function roleNamed(tokens: readonly string[]): string | undefined {
  const role = tokens.at(-1) === 'name' ? tokens.at(-2) : undefined;
  return role !== undefined && (ROLES.has(role) || isOneWho(role)) && !BEFORE.has(tokens[0] ?? '') ? role : undefined;
}

/** `licensee`, `mentee`: to whom something is done. */
function isOneWho(role: string): boolean {
  return (
    role.length > 4 &&
    role.endsWith('ee') &&
    !/^(?:coffee|committee|degree|trustee|tree|payee|employee|jubilee|guarantee)$/.test(role)
  );
}

/** What a word is about. */
export type PersonalKind = 'names' | 'reach' | 'homes' | 'selves' | 'numbers' | 'texts';

/** Words of a name, in sequence. `first name` matches `first_name`, `firstName` and `FIRSTNAME`. */
const WORDS_OF: Readonly<Record<PersonalKind, string>> = {
  // Names
  names: `
    first name, last name, login name, screen name, middle name, family name, given name, full name, maiden name, birth name, nick
    name, user name, surname, forename, display name, contact name, customer name, recipient name, member name,
    buyer name, guest name, passenger name, patient name, student name, employee name, driver name, attendee name, receiver name,
    donor name, cardholder name, holder name, owner name, author name, authors, reporter name, referrer name, visitor name, subscriber name,
    account holder, card holder, father name, mother name, mothers name, fathers name, maiden, employer name, surnames,
    nome completo, sobrenome, cognome, voornaam, achternaam, nazwisko, imie, fname, lname, mname, fullname, uname, invitee, salutation, preferred name, nick, apellido,
    apellidos, primer nombre, segundo nombre, nombre completo, nombre usuario, apodo, prenom, nom famille,
    nom complet, nom utilisateur, nom naissance, nom jeune fille, pseudonyme, soyad, soyadi, ad soyad, adi
    soyadi, kullanici adi, kizlik soyadi, takma ad, musteri adi, vorname, nachname, familienname,
    geburtsname, benutzername, spitzname, kundenname, anrede, civilite, nom usage, nom patronymique, rufname, kontoinhaber, ansprechpartner,
    voorletters, tussenvoegsel, roepnaam, nome usuario, nome social, razon social, razonsocial, raison sociale, nombre fiscal, apelido, apellido paterno, apellido materno, nome cognome, mail address`,
  // Contact details
  reach: `
    email, e mail, mail, mail address, contact detail, contact details, contact information, phone, phone number, telephone, mobile, cell phone, fax, whatsapp,
    skype, tel, contact no, contact number, telefone, celular, telefoonnummer, telefoon, landline, land number, landnumber, msisdn, whatsapp id, wa id, matrix id, matrix user id, discord user id, telegram user id, signal number, xmpp, jabber, steam id, addr, email addr, mob, mob no, phone no, tel no, telegram id, discord id, slack id, slack member id, slack user id, line id, wechat id, google id,
    facebook id, apple id, linkedin id, github id, twitter handle, instagram handle, facebook url, linkedin url, twitter url, instagram url, correo, correo electronico, telefono, movil, celular, courriel, adresse
    mail, eposta, e posta, telefon, cep, cep telefonu, gsm, emailadresse, telefonnummer,
    handynummer, mobilnummer, faxnummer, rufnummer, handynr, handy nr, mobiltelefon, emailprivat, telefonprivat, numero telephone, telephone fixe, telephone portable,
    webfinger, acct, jid, jabber id, jabberid, im address, imaddress, pager, cellulare, indirizzo email, mobiel, mobiele nummer`,
  // Addresses
  homes: `
    address, street, street line, address line, house number, apartment number, po box, endereco, logradouro, bairro, indirizzo, codice postale, straat, huisnummer, woonplaats, ulica, kod pocztowy,
    zip, zip code, postcode, post code, postal code, home town, direccion,
    domicilio, calle, codigo postal, adresse, rue, code postal, domicile, adres, sokak, mahalle, posta kodu,
    ilce, anschrift, strasse, hausnummer, hausnr, plz, postleitzahl, wohnort, adresszusatz, complement adresse, colonia, codpostal, cod postal, cpostal, apartado postal, poblacion, municipio, codice avviamento,
    postnummer, gata, adresa, calle numero`,
  // Personal characteristics
  selves: `
    born, born on, bday, birthday, birthdate, birth date, birth year, birth country, country birth, date of birth, birth place, dob, gender, sex, nationality, citizenship,
    marital status, ethnicity, religion, political party, sexual orientation, blood type, blood group,
    diagnosis, disability, allergies, medication, salary, avatar, profile image, profile picture, profile photo, profile pic, selfie, pronouns, accept signature, signature data, signature image, biography, emergency contact, emergency name, emergency number, emergency phone, smoker, cv text, resume text, resume url, resume file, cv url, cv file, cover letter, curriculum vitae, next of kin,
    weight kg, height cm, income, monthly income, annual income, marital, data nascimento, data nascita, luogo nascita, pronouns, pronomen,
    geboortedatum, data urodzenia, fecha
    nacimiento, nacimiento, genero, sexo, nacionalidad, estado civil, salario, discapacidad, date naissance,
    naissance, lieu naissance, sexe, nationalite, etat civil, salaire, handicap, dogum tarihi, dogum yeri,
    dogum, cinsiyet, uyruk, medeni hal, maas, engellilik, geburtsdatum, geburtstag, geburtsort, geschlecht,
    staatsangehoerigkeit, familienstand, gehalt, konfession, ddn, date nais, date naiss, datenaissance, datenaiss, dnaiss, gebdat, gebdatum, geb datum, geb ort,
    fecha nac, fec nac, fecnac, f nacimiento, lugar nacimiento, data nasc, dt nascimento, estado civil, tipo sangre, grupo sanguineo, groupe sanguin,
    situation familiale, blutgruppe, stato civile, cittadinanza, geslacht, nationaliteit, burgerlijke staat`,
  // Numbers of authorities, banks and devices
  numbers: `
    ssn, social security, national id, identity number, passport, passport number, driver license, drivers
    license, driving licence, tax id, tax number, iban, bic, account number, bank account, card
    number, credit card, ip, ip address, ip addr, remote addr, mac address, imei, udid, idfa, device id, device fingerprint,
    browser fingerprint, user agent, ua string, client ua, browser ua, operator ua, login ua, request ua, geolocation, latitude, longitude, gps, license plate, licence plate,
    vat id, vat number, routing number, routing num, sort code, swift code, wallet address, national insurance, medicare number,
    aadhaar, aadhar, aadhaar no, aadhar no, pan card, pancard, pan number, pan no, voter id, nhs number, ni number, rg,
    codice fiscale, partita iva, bsn, pesel, nip, account no, bank account no, ip add, oauth uid, identity url, openid url, openid identifier, latlong, lat long, passport no, id card, id number, employee id, employee number, employee no, staff number, student number, membership number, bank details, account details, payout details, user info, user data, user metadata, raw user meta data, dni, nif,
    nie, pasaporte, numero tarjeta, cuenta bancaria, seguridad social, cpf, curp, passeport, securite
    sociale, numero fiscal, permis conduire, carte bancaire, compte bancaire, tc kimlik, tckn, kimlik no,
    kimlik numarasi, vergi no, pasaport, ehliyet, kart no, hesap no, ausweisnummer, personalausweis,
    reisepass, steuernummer, sozialversicherungsnummer, kontonummer, fuehrerschein, steuer id, krankenkasse, versichertennummer, versicherungsnummer,
    bankverbindung, ip adresse, numero secu, num secu, nir, numero securite, carte identite, cif nif, cifnif, nif cif, cif, rfc, documento identidad, partita iva codice, numero adherent, mitgliedsnummer, matrikelnummer, cedula,
    cedula identidad, rut, numero documento, numero identificacion, numero cuenta, titulo eleitor, rekeningnummer, burgerservicenummer`,
  // What people write
  texts: `
    shipping note, shipping notes, delivery note, delivery notes, delivery instructions, special instructions, customer note,
    customer notes, customer message, customer comment, order note, order notes, gift note, gift message, personal message,
    personal note, return note, reason note, user query, user prompt, user input, user question, user answer, donation message, private note, private notes, buyer note, guest note, guest message, user note, user comment,
    user message, bemerkung, bemerkungen, anmerkung, anmerkungen, kundennotiz, observations, remarques, observaciones, observacoes, opmerking, opmerkingen,
    cancellation reason, cancel reason, cancelation reason, return reason, special requests, dietary requirements`,
};

const KIND_OF: ReadonlyMap<string, PersonalKind> = new Map(
  (Object.entries(WORDS_OF) as ReadonlyArray<readonly [PersonalKind, string]>).flatMap(([kind, words]) =>
    words.split(',').map((word) => [word.trim().replaceAll(/\s+/g, ' '), kind] as const),
  ),
);

const WORDS: readonly string[] = [...KIND_OF.keys()].concat(namedRoles());

/** The words of which they consist. */
export const PERSONAL_TOKENS: ReadonlySet<string> = new Set([...KIND_OF.keys()].flatMap((word) => word.split(' ')));

/** What a word that `personalWord` found is about. */
export function personalKind(word: string): PersonalKind {
  return (
    KIND_OF.get(word) ?? (/name$|^n(?:om|ombre|ome|aam) /.test(word) ? 'names' : KIND_OF.get(`${word}s`)) ?? 'selves'
  );
}

/** `nombre cliente`, `nom client`, `kundenname`: whom a row names, where names are written in one word, too. */
function namedRoles(): string[] {
  const ROLES_OF: Readonly<Record<string, string>> = {
    nombre:
      'cliente usuario empleado alumno paciente socio contacto titular destinatario remitente autor comprador solicitante',
    nome: 'cliente utente usuario aluno paciente socio contatto titular destinatario mittente autor comprador',
    nom: 'client utilisateur employe eleve patient adherent contact titulaire destinataire expediteur auteur acheteur',
    naam: 'klant gebruiker medewerker ontvanger afzender',
  };
  const after = Object.entries(ROLES_OF).flatMap(([name, roles]) => roles.split(' ').map((role) => `${name} ${role}`));
  const before =
    'kunden benutzer mitarbeiter schueler patienten mitglieds empfaenger absender autoren besteller inhaber teilnehmer'.split(
      ' ',
    );
  return [...after, ...before.map((role) => `${role} name`)];
}

/** Words with another meaning in the plural or at the start of a longer name: they match only the whole name. */
const ALONE: ReadonlySet<string> = new Set([
  'ua',
  'age',
  'race',
  'caste',
  'edad',
  'yas',
  'alter',
  'login',
  'pseudo',
  'wohnsitz',
]);

/** Suffixes of columns that describe the data instead of containing it. */
const ABOUT: ReadonlySet<string> = new Set(
  (
    'notification notifications alert alerts reminder reminders digest digests newsletter newsletters tag origin send sends failed record records ' +
    'id ids at on count counts total enabled disabled required template templates format type types kind length status state ' +
    'verified confirmed validated visible public private label text placeholder subject body port host server provider domain ' +
    'regex pattern mask max min limit rate role roles prefix claim claims sent queue queued log error errors sender settings setting preference preferences ' +
    'optin optout opt consent flag policy list lists class size width height color colour bar view views page pages range pool ' +
    'book version order position mode attempts attempt plan plans app apps api url domain domains blocklist allowlist filter recipient failure design open opened clicked lexical html markdown mjml content request requests quota quotas usage report reports'
  ).split(' '),
);

/** Prefixes of columns that count, permit or ask. */
const BEFORE: ReadonlySet<string> = new Set(
  (
    'verification confirmation welcome has is can may must should send sends show shows hide allow allows require requires needs use uses num no number count max ' +
    'min total enable disable verify validate skip with without class css html dom memory'
  ).split(' '),
);

/** A word this long also matches at the end of another one: `useremail`, `kundentelefon`. */
const LONG = 7;

/** A shorter word matches only at the end: `tel_aviv` is a city. */
const SHORT = 4;

interface Entry {
  readonly word: string;
  readonly tokens: readonly string[];
  /** In the list: of words that are equally long, the first counts. */
  readonly place: number;
}

// The longest first, so that `email address` is reported and not `address`.
const longestFirst = (one: Entry, two: Entry): number => two.word.length - one.word.length || one.place - two.place;
const ENTRIES: readonly Entry[] = WORDS.map((word, place) => ({ word, tokens: word.split(' '), place })).toSorted(
  longestFirst,
);
const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(ENTRIES, ({ tokens }) => tokens[0] ?? '');
const JOINED: ReadonlyMap<string, string> = new Map(ENTRIES.map(({ word, tokens }) => [tokens.join(''), word]));
const SUFFIXES: readonly string[] = ['email', ...[...JOINED.keys()].filter((word) => word.length >= LONG)];

/** The word of personal data in a column's name; undefined for none. */
export function personalWord(name: string): string | undefined {
  // The German way to write an umlaut without its dots, and the Turkish one.
  const spelled = umlautsSpelled(name);
  return wordIn(tokensOf(spelled)) ?? (spelled === name ? undefined : wordIn(tokensOf(name)));
}

function wordIn(tokens: readonly string[]): string | undefined {
  const whole = tokens.join('');
  if (PICTURE.test(tokens.join(' '))) return 'avatar';
  if (ALONE.has(whole)) return whole;
  const role = roleNamed(tokens);
  if (role !== undefined) return `${role} name`;
  if (BEFORE.has(tokens[0] ?? '')) return undefined;
  // Words inside phrases: date_of_birth, fecha_de_nacimiento.
  const filled = tokens.filter((token) => !FILLERS.has(token));
  const [found] = [...new Set([...tokens, ...filled])]
    .flatMap((token) => BY_FIRST.get(token) ?? [])
    .filter((entry) => standsIn(entry.tokens, tokens) || standsIn(entry.tokens, filled))
    .toSorted(longestFirst);
  if (found !== undefined) return found.word;
  const last = tokens.at(-1) ?? '';
  if (SEVERAL.test(last)) return singular(last);
  return JOINED.get(last) ?? suffixOf(last);
}

/** Pictures are stored elsewhere: a link to one is as personal as the picture. */
const PICTURE =
  /^(?:[a-z]+ ){0,2}(?:avatar|(?:profile|user|face) (?:image|picture|photo|pic|img)|selfie)(?: (?:url|uri|path|link|file|key|src|image|id|cid|thumb|thumbnail|small|large))*$/;

/** Several of them in one column, as documents have them. */
const SEVERAL = /^(?:emails|phones|mobiles|telephones|birthdays)$/;

const FILLERS: ReadonlySet<string> = new Set(['of', 'de', 'du', 'des', 'del', 'la', 'le', 'd', 'der', 'the']);

function suffixOf(token: string): string | undefined {
  const suffix = SUFFIXES.find((word) => token.length > word.length && token.endsWith(word));
  return suffix && JOINED.get(suffix);
}

/** Whether words occur in sequence in a name, and no following word changes their meaning. */
function standsIn(words: readonly string[], tokens: readonly string[]): boolean {
  return tokens.some((_, at) => {
    if (!words.every((word, index) => tokens[at + index] === word)) return false;
    const next = tokens[at + words.length];
    if (next === undefined) return true;
    return words.join('').length >= SHORT && !tokens.slice(at + words.length).some((token) => ABOUT.has(token));
  });
}

function umlautsSpelled(name: string): string {
  return name.replaceAll(/[äÄ]/g, 'ae').replaceAll(/[öÖ]/g, 'oe').replaceAll(/[üÜ]/g, 'ue');
}
