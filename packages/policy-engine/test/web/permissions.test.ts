/**
 * Every route: those that are not listed here for everybody or for users are for administrators only, whatever the
 * format; and administrators' changes are logged.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createQueries } from '../../dist/schema.js';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';

/** Operations for others than administrators. A new route that is not here must refuse everybody else. */
const PUBLIC = [
  ...'describeApi ledgerCheckpoint ledgerConsistency receiptVerifier'.split(' '),
  ...'listPolicies blockingTerms showUserTerm acceptUserTerm rejectUserTerm consentBanner'.split(' '),
  ...'embedWords showConsent decideConsent submitConsent declareCookies showPrivacyChoices optOutOfSale askToAllowSale allowSale'.split(
    ' ',
  ),
  ...'listOwnRequestMessages writeRequestMessage downloadOwnRequestFile'.split(' '),
  ...'listPages showPrivacyCentre styleOfAppearance showErasureIdentity confirmErasureIdentity'.split(' '),
];
/** The record of a person or a browser. */
const RECORDS = 'listOwnLedgerEvents exportOwnLedgerEvents exportOwnLedgerEventsAsCsv receiptOfLedgerEvent'.split(' ');
const OWN = [
  ...'pendingUserTerms acceptMultipleUserTerms listUserTerms receiptOfUserTerm'.split(' '),
  ...RECORDS,
  ...'listUserPortabilityRequests createUserPortabilityRequest showUserPortabilityRequest'.split(' '),
  ...'deleteUserPortabilityRequest askToDeleteUserPortabilityRequest downloadUserPortabilityRequest'.split(' '),
  ...'listUserErasureRequests createUserErasureRequest showUserErasureRequest'.split(' '),
  ...'askToCancelUserErasureRequest cancelUserErasureRequest renewErasureIdentity'.split(' '),
  ...'noteToldOnDevice showPreferences choosePreferences'.split(' '),
];
/** They only read, or keep what an administrator chose for themselves. */
const UNLOGGED = new Set(['askToActOnRequests', 'previewTerm', 'verifyLedger', 'saveView', 'deleteView']);
const UNCONFIRMED = "insert into policy_manager_consent_settings values ('default_ages', 'unconfirmed')";
/** Routes that respond to a request without an account with the data of the browser. */
const OF_THE_BROWSER = new Set(['receiptOfUserTerm', ...RECORDS]);

type Route = Readonly<Record<'method' | 'path' | 'id', string>>;
type Body = Record<string, unknown>;

let made: TestEngine;
let routes: Route[];
/** The existing content: a draft, a published text with a translation, a request of each type. */
let there: { draft: string; published: string; request: string; erasure: string };

const adminRoutes = () => routes.filter(({ id }) => !PUBLIC.includes(id) && !OWN.includes(id));
const changing = ({ method, id }: Route) => method !== 'get' || id === 'confirmPortabilityRequestByLink';

async function send(
  who: string | null,
  { method, path }: Pick<Route, 'method' | 'path'>,
  headers: Record<string, string> = {},
  body?: Body,
): Promise<{ status: number; body: Body }> {
  const sent = new Headers({ accept: 'application/json', 'sec-fetch-site': 'same-origin', ...headers });
  if (who !== null) sent.set('x-test-user', who);
  if (body !== undefined) sent.set('content-type', 'application/json');
  const init = { method: method.toUpperCase(), headers: sent, ...(body && { body: JSON.stringify(body) }) };
  const response = await made.engine.fetch(new Request(`${TEST_ORIGIN}/policies${path}`, init));
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as Body) : {} };
}

const write = async (body: Body) => {
  const answer = await send('admin', { method: 'post', path: '/categories/cookie/terms' }, {}, body);
  assert.equal(answer.status, 201);
  return String(answer.body['id']);
};
const translate = (id: string, locale: string) => {
  const path = `/categories/cookie/terms/${id}/translations/${locale}`;
  return send('admin', { method: 'put', path }, {}, { description: 'Texte' });
};
const request = async (user: string) => {
  const answer = await send(user, { method: 'post', path: '/user_portability_requests' });
  assert.equal(answer.status, 201);
  return String(answer.body['id']);
};
const erasure = async (user: string) => {
  const answer = await send(user, { method: 'post', path: '/user_erasure_requests' });
  assert.equal(answer.status, 201);
  return String(answer.body['id']);
};
/** A permanently failed job: an export. */
const failedJob = async () => {
  const { database } = made.engine;
  const { rows } = await database.execute<{ id: string }>('select id from policy_manager_jobs order by id limit 1');
  const id = rows[0]?.id ?? '';
  await database.execute(`update policy_manager_jobs set state = 'failed', due_at = null where id = '${id}'`);
  return id;
};

const failedDelivery = async () => {
  const { database } = made.engine;
  await database.execute("update policy_manager_webhook_deliveries set state = 'failed'");
  const { rows } = await database.execute<{ id: string }>('select id from policy_manager_webhook_deliveries limit 1');
  return `/webhooks/${rows[0]?.id}`;
};

const proposal = async () => {
  const row = `'p1', 'publish', '${there.draft}', '/home', '${'0'.repeat(64)}', 'berta', '2027-01-01T00:00:00.000Z'`;
  await made.engine.database.execute(`insert into policy_manager_approvals values (${row})`);
  return 'p1';
};

/** An event that was changed before it was sealed. */
const suspected = async () => {
  const { database, ledger } = made.engine;
  assert.equal((await send('u7', { method: 'put', path: '/user_terms/cookie/accept' })).status, 200);
  const [event] = await ledger.eventsAbout({ userId: 'u7', visitorId: null });
  const id = event!.leaf.id;
  await database.execute(`update policy_manager_ledger_events set decision = 'rejected' where id = '${id}'`);
  await ledger.seal();
  return id;
};

before(async () => {
  made = await getTestEngine({
    logger: { error: () => {} },
    writeLimit: false,
    portabilityRules: [{ name: 'account', member: () => ({}) }],
    erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => undefined } }],
    webhooks: [
      { url: 'http://127.0.0.1:1/', secret: 'a text that is long enough', events: ['policy-engine.policy.*'] },
    ],
  });
  await made.engine.database.execute(UNCONFIRMED);
  const { paths } = made.engine.openApiDocument();
  routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId: string }>).map(([method, { operationId: id }]) => {
      return { method, path, id };
    }),
  );
  const draft = await write({ description: 'Draft' });
  assert.equal((await translate(draft, 'fr')).status, 200);
  there = {
    draft,
    published: await write({ description: 'Text', state: 'published' }),
    request: await request('anna'),
    erasure: await erasure('anna'),
  };
});
after(() => made[Symbol.asyncDispose]());

/** The path with existing IDs, and with unknown ones. */
function addresses({ path }: Route): string[] {
  const requests = { '/portability_requests': there.request, '/erasure_requests': there.erasure };
  const id = Object.entries(requests).find(([all]) => path.startsWith(all))?.[1] ?? there.draft;
  const real = path.replace('{rule}', 'cookie').replace('{id}', id).replace('{locale}', 'fr');
  return [real, path.replace('{rule}', 'nothing').replaceAll(/\{\w+\}/g, 'nothing')];
}

/** The current state of all that administrators can change. */
async function state(): Promise<unknown> {
  const tables = [
    'terms',
    'term_translations',
    'portability_requests',
    'portability_register',
    'erasure_requests',
    'admin_actions',
  ] as const;
  return Promise.all(
    tables.map((table) => createQueries(made.engine.database).selectFrom(table).selectAll().execute()),
  );
}

suite('a route that is not public', () => {
  test('each operation named here exists', () => {
    const known = new Set(routes.map(({ id }) => id));
    assert.deepEqual(
      [...PUBLIC, ...OWN].filter((id) => !known.has(id)),
      [],
    );
  });

  test('for administrators refuses all others, whether the target exists or not, and changes nothing', async () => {
    const before = await state();
    assert.ok(adminRoutes().length > 25);
    for (const route of adminRoutes()) {
      for (const path of addresses(route)) {
        for (const accept of ['application/json', 'text/html']) {
          const what = `${route.method} ${path} ${accept}`;
          const body = changing(route) ? { description: 'x', reason: 'x', state: 'published' } : undefined;
          const sent = route.method === 'get' ? undefined : body;
          const anonymous = await send(null, { ...route, path }, { accept }, sent);
          const other = await send('anna', { ...route, path }, { accept }, sent);
          assert.deepEqual([anonymous.status, other.status], [401, 403], what);
          if (accept !== 'application/json') continue;
          assert.deepEqual([anonymous.body['code'], other.body['code']], ['sign_in_required', 'admin_required'], what);
        }
      }
    }
    assert.deepEqual(await state(), before);
  });

  test('for people refuses anyone who is not signed in', async () => {
    for (const route of routes.filter(({ id }) => OWN.includes(id) && !OF_THE_BROWSER.has(id))) {
      for (const path of addresses(route)) {
        for (const accept of ['application/json', 'text/html']) {
          const body = route.method === 'get' ? undefined : {};
          const { status } = await send(null, { ...route, path }, { accept }, body);
          assert.equal(status, 401, `${route.method} ${path} ${accept}`);
        }
      }
    }
  });

  test('is closed to other sites if it changes something', async () => {
    const before = await state();
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://other.engine.test' },
    ];
    for (const route of routes.filter(changing)) {
      const [path = ''] = addresses(route);
      const sent = route.method === 'get' ? undefined : { reason: 'x', description: 'x' };
      for (const headers of foreign) {
        const { status, body } = await send('admin', { ...route, path }, headers, sent);
        assert.deepEqual([status, body['code']], [403, 'cross_site_request'], `${route.method} ${path}`);
      }
    }
    assert.deepEqual(await state(), before);
  });
});

suite('a change by an administrator is logged:', () => {
  const inTerm = (id: string) => `/categories/cookie/terms/${id}`;
  const update = (id: string) => ({ path: inTerm(id), body: { description: 'Other' } });
  const later = '2100-01-01T00:00:00Z';
  const act = async (user: string, verb: string, body?: Body) => {
    return { path: `/portability_requests/${await request(user)}/${verb}`, ...(body && { body }) };
  };
  const erasing = async (user: string, verb: string, body?: Body) => {
    return { path: `/erasure_requests/${await erasure(user)}/${verb}`, ...(body && { body }) };
  };
  const inState = async (wanted: string, user: string, verb: string) => {
    const change = await erasing(user, verb);
    const { database } = made.engine;
    await database.execute(`update policy_manager_erasure_requests set state = '${wanted}' where user_id = '${user}'`);
    return change;
  };
  /** An erasure after which a search has found something. */
  const reopened = async (user: string, verb: string, body?: Body) => {
    const change = await inState('reopened', user, verb);
    const repeated = { plannedAt: [], marksUntil: later, searches: [], settled: [] };
    const receipt = JSON.stringify({ entries: [], backupsUntil: null, absence: null, repeated, told: [] });
    const stored = `update policy_manager_erasure_requests set receipt = '${receipt}' where user_id = '${user}'`;
    await made.engine.database.execute(stored);
    return { ...change, ...(body && { body }) };
  };
  const denied = async (denial: Promise<Change>, method: string): Promise<Change> => {
    const { path, body } = await denial;
    assert.equal((await send('admin', { method, path }, {}, body)).status, 200);
    return { path: path.replace('deny', 'reopen'), body: { reason: 'We were wrong.' } };
  };
  const onRequest = async (user: string, part: string, body: Body) => {
    return { path: `/requests/portability/${await request(user)}/${part}`, body };
  };
  type Change = { readonly path: string; readonly body?: Body };
  /** How each operation changes something, and the resulting log entry. */
  const changes: Record<string, Record<string, () => Change | Promise<Change>>> = {
    createTerm: {
      term_created: () => ({ path: '/categories/cookie/terms', body: { description: 'New' } }),
      term_published: () => ({ path: '/categories/cookie/terms', body: { description: 'New', state: 'published' } }),
      term_scheduled: () => {
        return { path: '/categories/age/terms', body: { description: 'x', state: 'published', published_at: later } };
      },
    },
    updateTerm: { term_changed: () => update(there.draft) },
    patchTerm: {
      term_changed: async () => update(await write({ description: 'A' })),
      term_published: async () => ({ path: inTerm(await write({ description: 'B' })), body: { state: 'published' } }),
      term_taken_back: async () => {
        const id = await write({ description: 'C', state: 'published', published_at: later });
        return { path: inTerm(id), body: { state: 'draft' } };
      },
    },
    deleteTerm: { term_deleted: async () => ({ path: inTerm(await write({ description: 'D' })) }) },
    putTranslation: {
      translation_written: () => ({ path: `${inTerm(there.draft)}/translations/es`, body: { description: 'Hola' } }),
      translation_added_late: () => {
        return { path: `${inTerm(there.published)}/translations/es`, body: { description: 'Hola', late: true } };
      },
    },
    removeTranslation: { translation_removed: () => ({ path: `${inTerm(there.draft)}/translations/fr` }) },
    confirmPortabilityRequestByLink: { request_confirmed: () => act('u1', 'confirm') },
    confirmPortabilityRequest: { request_confirmed: () => act('u2', 'confirm') },
    denyPortabilityRequest: { request_denied: () => act('u3', 'deny', { reason: 'No.' }) },
    extendPortabilityRequest: { request_extended: () => act('u4', 'extend', { reason: 'Later.' }) },
    retryPortabilityRequest: {
      request_retried: async () => {
        const change = await act('u5', 'retry');
        await made.engine.database.execute(
          "update policy_manager_portability_requests set state = 'failed' where user_id = 'u5'",
        );
        return change;
      },
    },
    deletePortabilityRequest: {
      request_deleted: async () => ({ path: `/portability_requests/${await request('u6')}` }),
    },
    confirmErasureRequest: { erasure_confirmed: () => erasing('v1', 'confirm') },
    denyErasureRequest: { erasure_denied: () => erasing('v2', 'deny', { reason: 'No.' }) },
    extendErasureRequest: { erasure_extended: () => erasing('v3', 'extend', { reason: 'Later.' }) },
    holdErasureRequest: { erasure_held: () => erasing('v4', 'hold', { reason: 'A court.' }) },
    releaseErasureRequest: { erasure_released: () => inState('held', 'v5', 'release') },
    retryErasureRequest: { erasure_retried: () => inState('failed', 'v6', 'retry') },
    eraseFoundData: { erasure_found_erased: () => reopened('v7', 'erase_found') },
    settleFoundData: { erasure_settled: () => reopened('v8', 'settle', { reason: 'A name of somebody else.' }) },
    mergeAccount: { accounts_merged: () => ({ path: '/people/u12/merge', body: { into: 'u13' } }) },
    confirmDefaultAges: { default_ages_confirmed: () => ({ path: '/ages/defaults' }) },
    saveAppearance: {
      appearance_saved: () => {
        return { path: '/appearance', body: { layout: 'bar', side: 'end', corners: 'round' } };
      },
    },
    actOnRequests: {
      request_denied: async () => {
        const requests = [`portability:${await request('u7')}`];
        return { path: '/requests/bulk', body: { act: 'deny', requests, reason: 'No.' } };
      },
    },
    registerRequest: {
      request_registered: () => ({ path: '/people/u11/requests/portability', body: { identity_verified: true } }),
    },
    sendRequestMessage: { request_message_sent: () => onRequest('w1', 'messages', { body: 'x' }) },
    assignRequest: { request_assigned: () => onRequest('w2', 'assignment', { assignee: 'admin' }) },
    reopenPortabilityRequest: { request_reopened: () => denied(act('w3', 'deny', { reason: 'No.' }), 'post') },
    reopenErasureRequest: { request_reopened: () => denied(erasing('w4', 'deny', { reason: 'No.' }), 'post') },
    recordWithdrawal: {
      withdrawal_recorded: async () => {
        assert.equal((await send('w5', { method: 'put', path: '/user_terms/cookie/accept' })).status, 200);
        const body = { rule: 'cookie', channel: 'phone', identity_verified: true };
        return { path: '/people/w5/withdrawals', body };
      },
    },
    addRequestNote: { request_noted: () => onRequest('u8', 'notes', { body: 'x' }) },
    withdrawApproval: { proposal_withdrawn: async () => ({ path: `/approvals/${await proposal()}` }) },
    deleteRequestNote: {
      request_note_deleted: async () => {
        const path = `/requests/portability/${await request('u9')}/notes`;
        const { body } = await send('admin', { method: 'post', path }, {}, { body: 'x' });
        const [note] = body['notes'] as readonly { readonly id: string }[];
        return { path: `${path}/${note!.id}` };
      },
    },
    addReasonTemplate: {
      request_template_saved: () => {
        return { path: '/requests/templates', body: { locale: 'en', act: 'deny', title: 'Who?', body: 'x' } };
      },
    },
    changeReasonTemplate: {
      request_template_saved: () => {
        return { path: '/requests/templates/sample.many', body: { locale: 'en', title: 'Many', body: 'x' } };
      },
    },
    deleteReasonTemplate: { request_template_deleted: () => ({ path: '/requests/templates/sample.duty' }) },
    retryJob: { job_retried: async () => ({ path: `/jobs/${await failedJob()}/retry` }) },
    judgeLedgerEvent: {
      ledger_judged: async () => ({ path: `/ledger/events/${await suspected()}/judgement`, body: { verdict: 'void' } }),
    },
    sendWebhookDeliveryAgain: { webhook_sent_again: async () => ({ path: `${await failedDelivery()}/send` }) },
    resolveWebhookDelivery: {
      webhook_resolved: async () => ({ path: `${await failedDelivery()}/resolve`, body: { note: 'x' } }),
    },
    countExpiredData: { retention_counted: async () => ({ path: '/retention/count' }) },
    deleteJob: { job_deleted: async () => ({ path: `/jobs/${await failedJob()}` }) },
    undoDeletion: {
      deletion_undone: async () => {
        await send('admin', { method: 'delete', path: `/jobs/${await failedJob()}` });
        const { rows } = await made.engine.database.execute<{ id: string }>('select id from policy_manager_undoables');
        return { path: `/undo/${rows.at(-1)?.id}` };
      },
    },
  };

  test('every route that changes something has a case', () => {
    const ids = adminRoutes()
      .filter((route) => changing(route) && !UNLOGGED.has(route.id))
      .map(({ id }) => id);
    assert.deepEqual(Object.keys(changes).toSorted(), ids.toSorted());
  });

  for (const [id, actions] of Object.entries(changes)) {
    for (const [action, prepare] of Object.entries(actions)) {
      test(`the route ${id} records the action ${action} in the audit log`, async () => {
        const { path, body } = await prepare();
        const noted = () =>
          createQueries(made.engine.database).selectFrom('admin_actions').selectAll().orderBy('id').execute();
        const known = (await noted()).length;
        const { method } = routes.find((route) => route.id === id)!;
        const answer = await send('admin', { method, path }, { 'x-request-id': `case-${id}` }, body);
        assert.ok(answer.status < 300, JSON.stringify(answer));
        const fresh = (await noted()).slice(known);
        assert.equal(fresh.at(-1)?.action, action);
        for (const entry of fresh) assert.deepEqual([entry.actor, entry.request_id], ['admin', `case-${id}`]);
      });
    }
  }
});
