/** Removes what the tags of a rejected rule have left in this browser, and prevents them from writing it again. */
import type { Leftovers } from './state.ts';
import { cookieNames, readCookieText, writeCookie } from './cookies.ts';
import { matches } from './pattern.ts';

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
      if (location.protocol !== 'https:') continue;
      // Names with a prefix need Secure, and partitioned cookies are separate cookies of the same name.
      writeCookie(`${text}; Secure`);
      writeCookie(`${text}; Secure; SameSite=None; Partitioned`);
    }
  }
}

/** If the browser forbids storage, access throws, and nothing was stored there either. */
function clearStorage(kind: 'localStorage' | 'sessionStorage', patterns: readonly string[]): void {
  try {
    const storage = globalThis[kind];
    for (const key of Object.keys(storage)) if (matches(key, patterns)) storage.removeItem(key);
  } catch {
    // Nothing to clear.
  }
}

/**
 * Deletes the declared cookies and keys.
 *
 * @param isThorough also deletes what this page cannot see, such as a cookie of another path: many writes, so only after something
 * was rejected
 */
export function forget(leftovers: readonly Leftovers[], isThorough: boolean): void {
  const present = cookieNames();
  for (const { cookies, local_storage, session_storage } of leftovers) {
    const domains = new Set(['', ...domainsHere(), ...cookies.map(({ domain }) => domain ?? '')]);
    const paths = new Set([location.pathname, ...cookies.map(({ path }) => path)].flatMap(pathsOf));
    const declared = namesOf(cookies);
    const names = new Set([
      ...present.filter((name) => matches(name, declared)),
      ...declared.filter((name) => isThorough && !name.includes('*')),
    ]);
    for (const name of names) deleteCookie(name, domains, paths);
    clearStorage('localStorage', local_storage);
    clearStorage('sessionStorage', session_storage);
  }
}

const namesOf = (cookies: Leftovers['cookies']): string[] => cookies.map(({ name }) => name);

let refused: readonly Leftovers[] = [];
let isGuarding = false;

const isRefusedCookie = (name: string): boolean =>
  refused.some(({ cookies }) => matches(name.trim(), namesOf(cookies)));

const isRefusedKey = (storage: Storage, key: string): boolean =>
  refused.some((one) => matches(key, storage === sessionStorage ? one.session_storage : one.local_storage));

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
export function guard(leftovers: readonly Leftovers[]): void {
  refused = leftovers;
  if (!isGuarding && leftovers.length) standGuard();
}
