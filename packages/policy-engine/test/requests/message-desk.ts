/** An engine with mail, files and two administrators, for tests of what is written about requests. */
import type { Database, OutgoingMail } from 'policy-engine';
import type { AttachmentStorage } from 'policy-engine/export';
import { getTestEngine, type TestEngine, type TestRule } from 'policy-engine/testing';
import { memoryStorage } from '../support/memory-storage.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

const DAY = 86_400_000;

export interface Message {
  readonly from: string;
  readonly body: string;
  readonly author?: string | null;
  readonly mail?: { readonly state: string; readonly at: string | null } | null;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly url: string }[];
}

export type Desk = AsyncDisposable & {
  readonly host: TestEngine<TestRule>;
  readonly mails: OutgoingMail[];
  readonly storage: AttachmentStorage;
  /** Names of the files in the storage. */
  readonly names: Set<string>;
  readonly later: (days: number) => void;
  readonly json: (
    who: string | null,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: Record<string, unknown> & { readonly messages: readonly Message[] } }>;
};

export async function openDesk(database: Database): Promise<Desk> {
  let now = Date.parse('2027-01-04T08:00:00Z');
  const mails: OutgoingMail[] = [];
  const names = new Set<string>();
  const memory = memoryStorage();
  const storage: AttachmentStorage = {
    ...memory,
    put: async (name, content, info) => {
      names.add(name);
      await memory.put(name, content, info);
    },
    delete: async (name) => {
      names.delete(name);
      await memory.delete(name);
    },
  };
  const host = await getTestEngine({
    database,
    now: () => new Date(now),
    logger: { error: () => {} },
    writeLimit: false,
    attachments: { storage },
    isAdminMethod: ({ id }) => id === 'admin' || id === 'berta',
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
    erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => {} } }],
    erasure: { graceDays: 0 },
    publicOrigins: ['http://engine.test'],
    fromEmail: 'privacy@shop.test',
    adminEmailInbox: 'inbox@shop.test',
    mail: { transport: { sendMail: async (mail: OutgoingMail) => void mails.push(mail) }, ledgerDigest: false },
    userResource: { find: (id: string) => ({ id, email: `${id}@shop.test` }) },
  });
  const api = apiOf(host.engine);
  return {
    host,
    mails,
    names,
    storage,
    later: (days) => void (now += days * DAY),
    async json(who, method, place, body) {
      const response = await host.as(who).fetch(`/policies${place}`, {
        method,
        headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await assertDescribed(api, method, place, response.clone());
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    },
    [Symbol.asyncDispose]: () => host.engine.stop(),
  };
}
