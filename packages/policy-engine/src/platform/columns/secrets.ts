/**
 * Which columns hold secrets: what a person or a program proves with who it is, and what protects it. The name decides, with its
 * table and the other columns of the row where the name alone is ambiguous: `code` of a country and of a one-time password, `pin_code`
 * of India's post and of a bank card, `hash` of a file and of a password.
 */
import { phrasesIn, placeOf, tableTokensOf, tokensOf, wordsIn } from './tokens.ts';

/** What is known around a column. */
export interface Surroundings {
  /** Undefined: not known, such as in the rows of a host's own function. */
  readonly table: string | undefined;
  /** The names of all columns of the row. */
  readonly columns: readonly string[];
}

/** Words that are secret wherever they stand, unless the words after them say that it is something about the secret. */
const WORDS = wordsIn(`
  password passwd pwd passphrase passcode pass pw passwort kennwort contrasena motdepasse mdp sifre parola senha wachtwoord haslo
  пароль token jwt secret salt pepper csrf xsrf otp totp hotp otpauth nonce webauthn passkey fido credential ciphertext
  mnemonic cvv cvc dek authdata`);

const PHRASES = phrasesIn(`
  mot de passe, mot passe, api key, apikey, access key, secret key, private key, signing key, encryption key, master key, auth key,
  session key, session id, session uid, session hash, session secret, session data, session cookie, previous session, client key,
  server key, rest key, rest api key, script key, windows key, license key, licence key, deploy key, hmac key, recovery key,
  backup key, activation key, reset key, unlock key, login key, confirm key, confirmation key, mapbox key, service key,
  storage access key, private pem, key data, remember me, access code, invite code, invitation code, recovery code,
  recovery codes, backup code, backup codes, scratch codes, verification code, verify code, confirmation code, confirm code,
  activation code, reset code, login code, signin code, sign in code, auth code, authorization code, authentication code,
  one time code, onetime code, webauthn id, device code, security code, sms code, mfa code, fa code, pairing code, unlock code, door code,
  entry code, gate code, alarm code, magic code, join code, temp code, temporary code, magic link, magic url, login link,
  signin link, sign in link, reset link, reset url, invite link, invitation link, unsubscribe hash, security answer, password verifier, srp verifier,
  secret answer, code verifier, code challenge, seed phrase, recovery phrase, recovery words, auth data, auth tag,
  push subscription, push subscriptions, push auth, p dh, mfa verifications, mfa verification, mfa seed, mfa recovery, fa recovery, fa seed,
  mfa data, mfa key, fa key, code hash, pin hash, login hash, auth hash, access hash, pin encrypted, totp uri,
  totp url, otpauth url, otpauth uri, codigo acceso, codigo verificacion, code acces, zugangscode, einladungscode, zugriffscode,
  security stamp, rss key, feed key, key handle, private feed, private url, secret url, calendar feed url, ical url, ics url, webcal url,
  user pass, sha pass, db pass, smtp pass, imap pass, mail pass, admin pass, login pass, account pass, ftp pass, wifi pass, otp auth`);

/** Words after a secret that say it is something about it. */
const ABOUT = wordsIn(`
  at on date time timestamp day days hour hours minute minutes count counts expiry expires expire expiration expired type types
  kind id ids uuid enabled disabled required policy policies method methods algorithm algorithms algo alg strength changed change
  updated ttl lifetime lifespan length size limit limits usage used max min name names label title prefix env ref reference
  version frequency attempts attempt failures status state states verified confirmed validated valid endpoint lang visible setting
  settings credits credit budget price rate cost window symbol address decimals total balance quota index position field fields
  schema format timeout interval retention provider issuer scope scopes audience category group template subject sent
  origins stack blacklist tz zone cipher level grams content allowed disallowed supported auth count usages limit refill spent
  consumed counter timestep record records only reuse after before since until needs notice email rotation rotated created revoked checked notified`);

/** The same words in the names of links: they lead to a page about it, except where the link itself is the secret. */
const LINKS = wordsIn('url uri link href');

/** Words before a secret that count, permit or ask. */
const BEFORE = wordsIn(`
  is has can may must should allow allows require requires required needs need use uses show enable enabled disable enforce force
  num number max min total count last no without skip forgot forget change used uses supports`);

/** Words before `token` and `tokens` that make them quantities or other things. */
const COUNTED = wordsIn(`
  input output prompt completion max min budget read write total used cached reasoning context count summary file per daily
  average remaining available bonus reward erc nft governance native fee gas non fungible`);

/** Words before `session id` that leave it what a browser sends; others make it that of a payment, a chat, an upload. */
const BROWSED = wordsIn(
  'user login auth web browser admin php j express current active last old new previous my app customer member http',
);

/** Keys whose hash is kept to recognise them. */
const KEPT_KEYS = wordsIn('api access secret private auth session license refresh personal');

/** Words after `encrypted` that are about the encryption. */
const ENCRYPTION = wordsIn('at by on count type kind algorithm version enabled with id key_id method');

/** Words whose hash or digest is a secret. */
const HASHED = wordsIn(`
  password passwd pass pw pwd token secret pin otp session refresh auth login access recovery verification reset activation
  remember credential user crypted hashed verify confirm confirmation`);

/** Tables that hold secrets: their value is one whatever its column is called. */
const STORES = phrasesIn(`
  token, secret, credential, password, passcode, otp, api key, apikey, recovery code, backup code, passkey, webauthn,
  authenticator, private key, signing key, deployment key, encryption key, nonce, one time, onetime, verification, two factor,
  twofactor, mfa, magic link, authorization code, authorization request, auth code, device code, invite code, invitation code, login code, reset code,
  access code, activation code, confirmation code, verification code, sms code, password reset`);

/** Columns of such tables that hold the secret itself. */
const STORED = wordsIn(
  'value key code data hash digest ciphertext iv encrypted payload pin challenge answer verifier selector',
);

/** Tables of WebAuthn credentials. */
const PASSKEYS = phrasesIn('passkey, webauthn, authenticator, fido, security key, public key credential');
const PASSKEY_PARTS = phrasesIn(`
  credential id, credential public key, public key, attestation, attestation object, user handle, aaguid, challenge, raw id`);

/** Tables whose rows are about quantities, although their names have such a word. */
const QUANTITIES = wordsIn(
  'usage price rate balance quota statistic stat metric count transaction template type policy setting',
);

const ACCOUNT = wordsIn('email mail username login user password passwort salt identifier handle');
const PLACES = wordsIn(`
  city town village state province district street address country region area landmark locality taluk taluka postal zip ort stadt
  strasse ciudad ville`);
const TIMED = wordsIn('expires expiry expired expiration expire ttl');
const TRIED = wordsIn('attempt attempts used consumed verified tries try verifier purpose receiver channel');

/** Splits of words that are written together. */
const GLUED =
  /^(?<first>user|admin|access|refresh|auth|reset|session|csrf|xsrf|api|client|bearer|push|device|id|new|old|temp|hashed|encrypted|login|remember|db|my|app|verify|verification|activation|invite)(?<second>password|passwd|token|tokens|secret|key|passwort)$/;

/**
 * The words that make a column a secret; undefined for none. Types and values are not looked at here.
 *
 * @example secretIn('reset_password_token', { table: 'users', columns: [] }) // 'token'
 */
export function secretIn(name: string, around: Surroundings): string | undefined {
  const tokens = tokensOf(name).flatMap(unglued);
  const last = tokens.at(-1) ?? '';
  const first = tokens[0] ?? '';
  if (tokens.length === 0 || (BEFORE.has(first) && tokens.length > 1)) return undefined;
  const table = around.table === undefined ? [] : tableTokensOf(around.table);
  return (
    inPasskeys(tokens, table, around) ??
    ambiguous(tokens, table, around) ??
    inStore(tokens, table) ??
    named(tokens) ??
    encrypted(tokens) ??
    hashed(tokens, last, table, around)
  );
}

function unglued(token: string): readonly string[] {
  const { first, second } = GLUED.exec(token)?.groups ?? {};
  if (token === 'sessionid' || token === 'jsessionid' || token === 'phpsessid') return ['session', 'id'];
  if (first !== undefined && second !== undefined) return [first, second];
  return token.endsWith('password') && token !== 'password'
    ? [token.slice(0, -'password'.length), 'password']
    : [token];
}

function named(tokens: readonly string[]): string | undefined {
  for (const phrase of PHRASES) {
    const at = placeOf(phrase, tokens);
    if (at === -1 || !isItself(tokens.slice(at + phrase.length))) continue;
    const before = tokens[at - 1];
    if (phrase[0] === 'session' && before !== undefined && !BROWSED.has(before)) continue;
    return phrase.join(' ');
  }
  for (const [at, token] of tokens.entries()) {
    const word = WORDS.has(token)
      ? token
      : token.endsWith('s') && WORDS.has(token.slice(0, -1))
        ? token.slice(0, -1)
        : '';
    if (word === '' || (word === 'pass' && tokens.length > 1) || !isItself(tokens.slice(at + 1), word)) continue;
    if (word === 'token' && tokens.slice(0, at).some((before) => COUNTED.has(before))) continue;
    return word;
  }
  return undefined;
}

/** Whether nothing that follows says that the column holds something about the secret. */
function isItself(after: readonly string[], word = ''): boolean {
  const isLinked = word === 'token' || word === 'password' || word === 'passwd' || word === 'credential';
  return !after.some((token) => ABOUT.has(token) || (isLinked && LINKS.has(token)));
}

/** What is stored encrypted is of no use to anybody outside. */
function encrypted(tokens: readonly string[]): string | undefined {
  const last = tokens.at(-1);
  if (tokens[0] === 'encrypted' && tokens.length > 1 && !tokens.some((token) => ENCRYPTION.has(token)))
    return 'encrypted';
  return tokens.length > 1 && (last === 'encrypted' || last === 'enc' || last === 'cipher') ? 'encrypted' : undefined;
}

function hashed(
  tokens: readonly string[],
  last: string,
  table: readonly string[],
  around: Surroundings,
): string | undefined {
  if (last !== 'hash' && last !== 'digest' && last !== 'hashed') return undefined;
  const before = tokens.at(-2);
  if (before === 'key' && tokens.length > 2) return KEPT_KEYS.has(tokens.at(-3) ?? '') ? 'key hash' : undefined;
  if (before !== undefined) return HASHED.has(before) || before === 'key' ? `${before} ${last}` : undefined;
  const isOfAccount = table.some((word) => ACCOUNT.has(word)) || hasWord(around.columns, ACCOUNT);
  return isOfAccount ? last : undefined;
}

/** Names that mean a secret in one row and not in another. */
function ambiguous(tokens: readonly string[], table: readonly string[], { columns }: Surroundings): string | undefined {
  const whole = tokens.join(' ');
  const last = tokens.at(-1);
  if (whole === 'sid' || whole === 'sess') return 'session';
  if (whole === 'cookie' || whole === 'cookies' || whole === 'challenge') return whole;
  if (whole === 'session' && !table.includes('session')) return undefined;
  if (whole === 'session') return 'session';
  if ((whole === 'data' || whole === 'payload') && table.at(-1) === 'session') return 'session data';
  if (
    whole === 'user code' &&
    (columns.length === 0 ? table.join(' ') === 'device code' : hasName(columns, 'device code'))
  )
    return 'user code';
  // Beside it, the other secret of a push subscription.
  if (whole === 'auth' && hasName(columns, 'p dh')) return 'push auth';
  if (whole === 'iv' && hasWord(columns, wordsIn('ciphertext encrypted dek'))) return 'iv';
  if (whole === 'code' && hasWord(columns, TIMED) && hasWord(columns, TRIED)) return 'one-time code';
  if (whole === 'pin code' || whole === 'pincode') {
    return table.some((word) => PLACES.has(word)) || hasWord(columns, PLACES) ? undefined : 'pin code';
  }
  // Beside a street, `pin` may be either: it is held back unless the table is one of addresses, or of pins on a map.
  if (whole === 'pin' && table.some((word) => PLACES.has(word) || word === 'pin' || word === 'board' || word === 'map'))
    return undefined;
  return last === 'pin' || whole === 'pin number' ? 'pin' : undefined;
}

function inStore(tokens: readonly string[], table: readonly string[]): string | undefined {
  if (tokens.length !== 1 || !STORED.has(tokens[0] ?? '')) return undefined;
  if (table.some((word) => QUANTITIES.has(word))) return undefined;
  const store = STORES.find((phrase) => placeOf(phrase, table) !== -1);
  return store && `${tokens[0] ?? ''} of a ${store.join(' ')}`;
}

function inPasskeys(
  tokens: readonly string[],
  table: readonly string[],
  { columns }: Surroundings,
): string | undefined {
  const isTable = PASSKEYS.some((phrase) => placeOf(phrase, table) !== -1);
  const isRow = hasName(columns, 'public key') && columns.some((name) => /^(?:sign_?)?(?:count|counter)$/i.test(name));
  if (!isTable && !isRow) return undefined;
  return PASSKEY_PARTS.some((part) => part.join(' ') === tokens.join(' ')) ? 'passkey' : undefined;
}

function hasWord(columns: readonly string[], words: ReadonlySet<string>): boolean {
  return columns.some((name) => tokensOf(name).some((token) => words.has(token)));
}

function hasName(columns: readonly string[], name: string): boolean {
  return columns.some((column) => tokensOf(column).join(' ') === name);
}
