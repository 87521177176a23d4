/** An engine for the tests of requests: its export, its clock, and calls that are compared with the OpenAPI document. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database, PolicyEngineOptions } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import type { TestClient, TestEngine, TestRule } from 'policy-engine/testing';
import { getTestEngine } from 'policy-engine/testing';
import { apiOf, assertDescribed } from '../support/openapi.ts';

export const MINE = '/user_portability_requests';
export const ALL = '/portability_requests';

/** A request in the API. */
export interface RequestBody {
  /** In the response to a POST. */
  readonly notice?: string;
  /** In a problem document. */
  readonly code?: string;
  readonly detail?: string;
  readonly id: string;
  readonly user_id?: string;
  readonly state: string;
  readonly created_at: string;
  readonly due_at: string;
  readonly expire_at: string | null;
  readonly attachment: { readonly bytes: number } | null;
  readonly download_url: string | null;
  readonly overdue: boolean;
  readonly reason: string | null;
  readonly extension_reason: string | null;
  readonly error?: string | null;
  readonly progress: { readonly rows: number; readonly expected_rows: number | null } | null;
}

export interface RequestsEngine extends AsyncDisposable {
  readonly test: TestEngine<TestRule>;
  /** Moves the clock of the engine. */
  readonly setTime: (time: string) => void;
  /** A JSON call of a user, compared with the OpenAPI document. */
  readonly ask: (
    user: string | TestClient,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: RequestBody }>;
  readonly list: (user: string, path?: string) => Promise<readonly RequestBody[]>;
}

export async function requestsEngine(
  options: Partial<PolicyEngineOptions<TestRule>> & { readonly database?: Database } = {},
): Promise<RequestsEngine> {
  let now: Date | undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-requests-'));
  const test = await getTestEngine({
    attachments: { storage: localAttachments(folder) },
    now: () => now ?? new Date(),
    logger: { error: () => {} },
    portabilityRules: [
      { name: 'account', member: (user: { id: string }) => ({ id: user.id, name: 'Anna' }) },
      { name: 'notes', collection: () => Array.from({ length: 25 }, (_, nth) => ({ id: nth })), per: 10 },
    ],
    ...options,
  });
  const api = apiOf(test.engine);
  const ask: RequestsEngine['ask'] = async (user, method, path, body, headers = {}) => {
    const client = typeof user === 'string' ? test.as(user) : user;
    const response = await client.fetch(`/policies${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (method !== 'HEAD') await assertDescribed(api, method, path, response.clone());
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as RequestBody };
  };
  return {
    test,
    setTime: (time) => {
      now = new Date(time);
    },
    ask,
    list: async (user, path = MINE) => {
      const { body } = await ask(user, 'GET', path);
      return (body as unknown as { portability_requests: readonly RequestBody[] }).portability_requests;
    },
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
