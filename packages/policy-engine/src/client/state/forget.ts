/** Removes what the tags of a rejected rule have left in this browser, and prevents them from writing it again. */
import type { ConsentDocument, Leftovers } from './state.ts';
import { cookiePairs, readCookieText, writeCookie } from './cookies.ts';
import { matches } from './pattern.ts';

const namesIn = (pairs: readonly string[]): string[] => pairs.map((pair) => pair.split('=', 1)[0]!);

/** Each domain a cookie of this page can belong to: `www.shop.example`, `shop.example`; browsers reject the others. */
function domainsHere(): string[] {
  const labels = location.hostname.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** `/shop/lamps` and its parents, with and without a slash at the end: cookies of `/shop` and `/shop/` are two. */
function pathsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  const paths = parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
  return ['/', ...paths, ...paths.map((path) => `${path}/`)];
}

function deleteCookie(name: string, domains: ReadonlySet<string>, paths: ReadonlySet<string>): void {
  for (const path of paths) {
    for (const domain of domains) {
      const text = `${name}=; Path=${path}; Max-Age=0${domain && `; Domain=${domain}`}`;
      writeCookie(text);
      // On this machine, browsers take http for safe.
      if (location.protocol !== 'https:' && !isSecureContext) continue;
      // Names with a prefix need Secure, and partitioned cookies are separate cookies of the same name.
      writeCookie(`${text}; Secure`);
      writeCookie(`${text}; Secure; SameSite=None; Partitioned`);
    }
  }
}

/** Something that was deleted in this browser, or could not be. */
export interface ClearedItem {
  readonly kind: 'cookie' | 'local-storage' | 'session-storage' | 'indexed-db' | 'cache-storage' | 'service-worker';
  readonly name: string;
}

/** What a rejection deleted, and what it could not delete: `why` is `elsewhere` for a cookie of a place that this page cannot write. */
export interface Cleared {
  readonly deleted: readonly ClearedItem[];
  readonly kept: readonly (ClearedItem & { readonly why: 'elsewhere' | 'in-use' | 'refused' })[];
}

type Kind = ClearedItem['kind'];
/** What was found of a kind, and how one of it is deleted; false means that it is in use. */
interface Found {
  readonly names: readonly string[];
  readonly remove: (name: string) => unknown;
}

const NONE: Found = { names: [], remove: () => false };

/** How the data of each kind is found. If the browser forbids a kind, this throws; one that it does not have has stored nothing. */
const KINDS: ReadonlyArray<readonly [Kind, keyof Stored, () => Found | Promise<Found>]> = [
  ['local-storage', 'local_storage', () => inStorage(localStorage)],
  ['session-storage', 'session_storage', () => inStorage(sessionStorage)],
  [
    'indexed-db',
    'indexed_db',
    async () => ({
      names: (await indexedDB.databases()).map(({ name }) => name ?? ''),
      remove: (name) =>
        new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.addEventListener('success', () => resolve(true));
          // It is deleted as soon as the page closes it.
          request.addEventListener('blocked', () => resolve(false));
          request.addEventListener('error', () => reject(request.error ?? new Error(name)));
        }),
    }),
  ],
  [
    'cache-storage',
    'cache_storage',
    async () => ('caches' in globalThis ? { names: await caches.keys(), remove: (name) => caches.delete(name) } : NONE),
  ],
  [
    'service-worker',
    'service_workers',
    async () => {
      if (!('serviceWorker' in navigator)) return NONE;
      const workers = await navigator.serviceWorker.getRegistrations();
      const byPath = new Map(workers.map((worker) => [new URL(worker.scope).pathname, worker]));
      return { names: [...byPath.keys()], remove: (path) => byPath.get(path)!.unregister() };
    },
  ],
];

type Stored = Partial<
  Record<'local_storage' | 'session_storage' | 'indexed_db' | 'cache_storage' | 'service_workers', readonly string[]>
>;

const inStorage = (storage: Storage): Found => ({
  names: Object.keys(storage),
  remove: (key) => storage.removeItem(key),
});

type Written = { -readonly [Key in keyof Cleared]: Array<Cleared[Key][number]> };

async function clearStored(stored: Stored, cleared: Written): Promise<void> {
  for (const [kind, key, find] of KINDS) {
    const patterns = stored[key] ?? [];
    if (!patterns.length) continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- few kinds
      const { names, remove } = await find();
      for (const name of names.filter((one) => matches(one, patterns))) {
        // oxlint-disable-next-line no-await-in-loop -- few names
        if ((await remove(name)) === false) cleared.kept.push({ kind, name, why: 'in-use' });
        else cleared.deleted.push({ kind, name });
      }
    } catch {
      cleared.kept.push(...patterns.map((name) => ({ kind, name, why: 'refused' as const })));
    }
  }
}

/**
 * Deletes the declared cookies and stored data.
 *
 * @param isThorough also deletes what this page cannot see, such as a cookie of another path: many writes, so only after something
 * was rejected
 * @param before the cookies before the decision, as `name=value`: the engine's answer has deleted what it can
 */
async function forget(
  leftovers: readonly Leftovers[],
  isThorough: boolean,
  before: readonly string[],
): Promise<Cleared> {
  const cleared: Written = { deleted: [], kept: [] };
  const present = [...new Set(namesIn([...before, ...cookiePairs()]))];
  for (const { cookies } of leftovers) {
    const domains = new Set(['', ...domainsHere(), ...cookies.map(({ domain }) => domain ?? '')]);
    const paths = new Set([location.pathname, ...cookies.map(({ path }) => path)].flatMap(pathsOf));
    const declared = namesOf(cookies);
    const seen = present.filter((name) => matches(name, declared));
    const names = new Set([...seen, ...declared.filter((name) => isThorough && !name.includes('*'))]);
    for (const name of names) deleteCookie(name, domains, paths);
    const left = seen.length ? namesIn(cookiePairs()) : [];
    for (const name of seen) {
      if (left.includes(name)) cleared.kept.push({ kind: 'cookie', name, why: 'elsewhere' });
      else cleared.deleted.push({ kind: 'cookie', name });
    }
  }
  // All cookies first: the others take time.
  for (const stored of leftovers) {
    // oxlint-disable-next-line no-await-in-loop -- a page has few of them
    await clearStored(stored, cleared);
  }
  return cleared;
}

const namesOf = (cookies: Leftovers['cookies']): string[] => cookies.map(({ name }) => name);

let refused: readonly Leftovers[] = [];
let isGuarding = false;

const isRefusedCookie = (name: string): boolean =>
  refused.some(({ cookies }) => matches(name.trim(), namesOf(cookies)));

const isRefusedKey = (storage: Storage, key: string): boolean =>
  refused.some((one) => matches(key, isOfSession(storage) ? one.session_storage : one.local_storage));

function isOfSession(storage: Storage): boolean {
  try {
    return storage === sessionStorage;
  } catch {
    return false;
  }
}

function standGuard(): void {
  isGuarding = true;
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: readCookieText,
    set: (text: unknown) => {
      const line = String(text);
      if (!isRefusedCookie(line.split(/[=;]/, 1)[0] ?? '')) writeCookie(line);
    },
  });
  const setItem = Reflect.get(Storage.prototype, 'setItem') as (key: unknown, value: unknown) => void;
  Storage.prototype.setItem = function (this: Storage, key: unknown, value: unknown): void {
    if (!isRefusedKey(this, String(key))) setItem.call(this, key, value);
  };
  const store = (globalThis as { cookieStore?: { set(...options: unknown[]): Promise<void> } }).cookieStore;
  const set = store?.set.bind(store);
  if (!store || !set) return;
  store.set = async (...options) => {
    const [first] = options as [{ name?: string } | string];
    if (!isRefusedCookie(typeof first === 'string' ? first : `${first.name}`)) await set(...options);
  };
}

/**
 * Drops writes to these cookies and keys in this page from now on: a tag that already runs cannot be stopped, but its writes can.
 * Undeclared names are never touched, and a key that is assigned to (`localStorage.x = 1`) cannot be intercepted.
 */
function guard(leftovers: readonly Leftovers[]): void {
  refused = leftovers;
  if (!isGuarding && leftovers.length) standGuard();
}

/**
 * Deletes the declared data of rejected rules, and guards it from now on.
 *
 * @param before what was answered before
 * @param present the cookies before the decision
 * @returns what was deleted, if something was rejected now
 */
export async function clear(
  leftovers: readonly Leftovers[],
  before: ConsentDocument | null,
  present: readonly string[],
): Promise<Cleared | null> {
  guard(leftovers);
  const isNew = before !== null && leftovers.some(({ gate }) => before.gates[gate] !== 'rejected');
  const cleared = await forget(leftovers, isNew, present);
  return isNew ? cleared : null;
}
