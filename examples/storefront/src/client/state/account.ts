import { useEffect, useState } from 'preact/hooks';

/** Who is signed in. */
export interface Account {
  readonly name: string;
}

async function read(): Promise<Account | null> {
  const response = await fetch('/session', { headers: { accept: 'application/json' } });
  return response.ok ? ((await response.json()) as { user: Account | null }).user : null;
}

/** Who is signed in, `null` for nobody, and `undefined` while that is not known. */
export function useAccount(): Account | null | undefined {
  const [account, setAccount] = useState<Account | null>();
  useEffect(() => {
    const update = (): void => {
      // Without a connection the page says so itself; the header then offers to sign in.
      read().then(setAccount, () => setAccount(null));
    };
    // A page that comes out of the browser's memory may be older than the last signing in or out.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) update();
    };
    update();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  return account;
}
