/**
 * Column names that indicate personal data, in English, Spanish, French, Turkish and German. A name alone proves nothing: a word
 * that may as well describe a product or a machine (name, title, city of a shop) is not included, since foreign keys find those.
 */

/** Words of a name, in sequence. `first name` matches `first_name`, `firstName` and `FIRSTNAME`. */
const WORDS: readonly string[] = Object.values({
  // Names
  names: `
    first name, last name, middle name, family name, given name, full name, maiden name, birth name, nick
    name, user name, surname, forename, display name, contact name, customer name, recipient name, apellido,
    apellidos, primer nombre, segundo nombre, nombre completo, nombre usuario, apodo, prenom, nom famille,
    nom complet, nom utilisateur, nom naissance, nom jeune fille, pseudonyme, soyad, soyadi, ad soyad, adi
    soyadi, kullanici adi, kizlik soyadi, takma ad, musteri adi, vorname, nachname, familienname,
    geburtsname, benutzername, spitzname, kundenname, anrede`,
  // Contact details
  reach: `
    email, e mail, mail, mail address, phone, phone number, telephone, mobile, cell phone, fax, whatsapp,
    skype, tel, landline, msisdn, correo, correo electronico, telefono, movil, celular, courriel, adresse
    mail, eposta, e posta, telefon, cep, cep telefonu, gsm, emailadresse, telefonnummer,
    handynummer, mobilnummer, faxnummer, rufnummer`,
  // Addresses
  homes: `
    address, street, house number, zip, zip code, postcode, post code, postal code, home town, direccion,
    domicilio, calle, codigo postal, adresse, rue, code postal, domicile, adres, sokak, mahalle, posta kodu,
    ilce, anschrift, strasse, hausnummer, plz, postleitzahl, wohnort`,
  // Personal characteristics
  selves: `
    birthday, birthdate, birth date, date of birth, birth place, dob, gender, sex, nationality, citizenship,
    marital status, ethnicity, religion, political party, sexual orientation, blood type, blood group,
    diagnosis, disability, allergies, medication, salary, avatar, selfie, biography, fecha
    nacimiento, nacimiento, genero, sexo, nacionalidad, estado civil, salario, discapacidad, date naissance,
    naissance, lieu naissance, sexe, nationalite, etat civil, salaire, handicap, dogum tarihi, dogum yeri,
    dogum, cinsiyet, uyruk, medeni hal, maas, engellilik, geburtsdatum, geburtstag, geburtsort, geschlecht,
    staatsangehoerigkeit, familienstand, gehalt, konfession`,
  // Numbers of authorities, banks and devices
  numbers: `
    ssn, social security, national id, identity number, passport, passport number, driver license, drivers
    license, driving licence, tax id, tax number, iban, bic, account number, bank account, card
    number, credit card, ip, ip address, mac address, imei, device id, user agent, geolocation, dni, nif,
    nie, pasaporte, numero tarjeta, cuenta bancaria, seguridad social, cpf, curp, passeport, securite
    sociale, numero fiscal, permis conduire, carte bancaire, compte bancaire, tc kimlik, tckn, kimlik no,
    kimlik numarasi, vergi no, pasaport, ehliyet, kart no, hesap no, ausweisnummer, personalausweis,
    reisepass, steuernummer, sozialversicherungsnummer, kontonummer, fuehrerschein`,
}).flatMap((words) => words.split(',').map((word) => word.trim().replaceAll(/\s+/g, ' ')));

/** Words with another meaning in the plural or at the start of a longer name: they match only the whole name. */
const ALONE: ReadonlySet<string> = new Set(['age', 'edad', 'yas', 'alter', 'login', 'pseudo', 'wohnsitz']);

/** Suffixes of columns that describe the data instead of containing it. */
const ABOUT: ReadonlySet<string> = new Set(
  (
    'id ids at on count counts total enabled disabled required template templates format type types kind length status state ' +
    'verified confirmed validated visible public private label text placeholder subject body port host server provider domain ' +
    'regex pattern mask max min limit rate sent queue queued log error errors sender settings setting preference preferences ' +
    'optin optout opt consent flag policy list lists class size width height color colour bar view views page pages range pool ' +
    'book version order position plan plans app apps api url'
  ).split(' '),
);

/** Prefixes of columns that count, permit or ask. */
const BEFORE: ReadonlySet<string> = new Set(
  (
    'has is can may must should send sends show shows hide allow allows require requires needs use uses num no number count max ' +
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
}

// The longest first, so that `email address` is reported and not `address`.
const ENTRIES: readonly Entry[] = WORDS.map((word) => ({ word, tokens: word.split(' ') })).toSorted(
  (one, two) => two.word.length - one.word.length,
);
const JOINED: ReadonlyMap<string, string> = new Map(ENTRIES.map(({ word, tokens }) => [tokens.join(''), word]));
const SUFFIXES: readonly string[] = ['email', ...[...JOINED.keys()].filter((word) => word.length >= LONG)];

/** The word of personal data in a column's name; undefined for none. */
export function personalWord(name: string): string | undefined {
  // The German way to write an umlaut without its dots, and the Turkish one.
  return wordIn(tokensOf(umlautsSpelled(name))) ?? wordIn(tokensOf(name));
}

function wordIn(tokens: readonly string[]): string | undefined {
  const whole = tokens.join('');
  if (ALONE.has(whole)) return whole;
  if (BEFORE.has(tokens[0] ?? '')) return undefined;
  // Words inside phrases: date_of_birth, fecha_de_nacimiento.
  const filled = tokens.filter((token) => !FILLERS.has(token));
  const found = ENTRIES.find((entry) => standsIn(entry.tokens, tokens) || standsIn(entry.tokens, filled));
  if (found !== undefined) return found.word;
  const last = tokens.at(-1) ?? '';
  return JOINED.get(last) ?? suffixOf(last);
}

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
    return words.join('').length >= SHORT && !ABOUT.has(next);
  });
}

function umlautsSpelled(name: string): string {
  return name.replaceAll(/[äÄ]/g, 'ae').replaceAll(/[öÖ]/g, 'oe').replaceAll(/[üÜ]/g, 'ue');
}

/** `billingE-MailAdresse2` → billing e mail adresse */
function tokensOf(name: string): string[] {
  return name
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}
