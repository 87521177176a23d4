/** A worker that delivers to one webhook. */
import { connectDatabase, createPolicyEngine, embeddedJobs } from 'policy-engine';
import { SECRET } from './support.ts';

export interface Delivering {
  readonly databaseUrl: string;
  /** Of the receiver. */
  readonly url: string;
  /** Of the webhook. */
  readonly name: string;
}

/** Starts deliveries. @returns a function that stops them */
export async function startDelivering({ databaseUrl, url, name }: Delivering): Promise<AsyncDisposable> {
  const database = await connectDatabase(databaseUrl);
  const engine = createPolicyEngine({
    database,
    rules: [{ name: 'cookie', sessionless: true }, { name: 'age' }, { name: 'privacy_terms' }],
    currentUser: () => null,
    webhooks: [{ name, url, secret: SECRET }],
    jobs: embeddedJobs({ pollSeconds: 0.05, leaseSeconds: 1 }),
    logger: { error: () => {} },
  });
  engine.start();
  return {
    async [Symbol.asyncDispose]() {
      await engine.stop();
      await database.close();
    },
  };
}
