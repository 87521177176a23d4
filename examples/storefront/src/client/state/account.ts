import { useEffect, useState } from 'preact/hooks';

/** Who is signed in. */
export interface Account {
  readonly name: string;
}

async function read(): Promise<Account | null> {
  const response = await fetch('/session', { headers: { accept: 'application/json' } });
  return response.ok ? ((await response.json()) as { user: Account | null }).user : null;
}

/** The signed-in user, `null` if nobody is signed in, and `undefined` while that is not known. */
export function useAccount(): Account | null | undefined {
  const [account, setAccount] = useState<Account | null>();
  useEffect(() => {
    const update = (): void => {
      // Without a connection the page shows an error itself; the header then offers to sign in.
      read().then(setAccount, () => setAccount(null));
    };
    // A page from the browser's back/forward cache may be older than the last sign-in or sign-out.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) update();
    };
    update();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  return account;
}
