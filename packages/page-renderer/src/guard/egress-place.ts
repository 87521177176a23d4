/** Where a browser finds the address guard. */
export type EgressPlace =
  | {
      readonly kind: 'guarded';
      /** The address that the guard listens on. */
      readonly listenOn: string;
      /** The name or address at which the browser reaches it. */
      readonly host: string;
      /** The only addresses that may connect, in canonical form; null: any that can. */
      readonly peers: readonly string[] | null;
    }
  /** The network of the browser decides where pages may connect to. */
  | { readonly kind: 'unguarded' };

/** For a browser on this machine. */
export const LOOPBACK: EgressPlace = { kind: 'guarded', listenOn: '127.0.0.1', host: '127.0.0.1', peers: null };

/**
 * What keeps pages from connecting to private addresses: the address guard, for a browser of this machine (`local`) or of another
 * one, which may have been started so that UDP passes the guard (`remote`); or only the network of the browser.
 */
export type GuardKind = 'local' | 'remote' | 'network';
