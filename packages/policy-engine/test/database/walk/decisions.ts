/** Decisions of accounts and visitors. */
import type { Walker } from './walker.ts';

const CLICK = 'a3c1f1de-4a54-4f5c-9a0b-0c1d2e3f4a5b';
const consent = (walker: Walker, user: string | null, decisions: object, headers: Record<string, string> = {}) =>
  walker.ask(user, 'PUT', '/consent', { body: { decisions }, headers });

export async function walkDecisions(walker: Walker): Promise<void> {
  const { engine } = walker;
  const put = (user: string | null, rule: string, verb: string, body?: unknown) =>
    walker.ask(user, 'PUT', `/user_terms/${rule}/${verb}`, { body });

  const signUp = { policy_rule_age: '1', policy_rule_privacy_terms: true, policy_version_privacy: '1' };
  await engine.validatePolicies('create', signUp);
  const recorded = await engine.database.transaction((transaction) =>
    engine.recordPolicies(transaction, 'anna', signUp),
  );
  await recorded.afterCommit();
  await put('anna', 'cookie', 'accept');
  await put('anna', 'cookie', 'reject');
  await walker.ask('bea', 'PUT', '/user_terms/accept_multiples', {
    body: {
      user: { policy_rule_age: true, policy_rule_privacy_terms: true },
      vendors: { cookie: { 'Count & Co': false } },
    },
  });
  await consent(walker, 'carl', { cookie: true });
  await consent(walker, 'carl', {}, { 'sec-gpc': '1' });
  const dora = engine.policiesOf({ id: 'dora' });
  await dora.acceptPolicyFrom('age');
  await dora.confirmAllPolicies();
  await dora.rejectAllPolicies();
  await engine.importDecisions([
    { user_id: 'emil', rule: 'age', version: 1, decision: 'rejected', at: '2021-05-01T00:00:00Z' },
    { user_id: 'emil', rule: 'age', version: 1, decision: 'accepted', at: '2022-05-01T00:00:00Z' },
  ]);

  await consent(walker, null, {}, { 'sec-gpc': '1' });
  // The same question as on a later day, when somebody who is signed in reads every page.
  await engine.consentContext(walker.page('carl')).renderBanner();
  const banner = await engine.consentContext(walker.page(null)).renderBanner();
  const [, appearance = ''] = /data-appearance="([^"]*)"/.exec(banner) ?? [];
  await walker.ask(null, 'PUT', '/consent', {
    body: { decisions: { cookie: true }, shown: { locale: 'en', appearance }, click: CLICK },
  });
  for (let visit = 0; visit < 3; visit += 1) {
    await walker.ask(null, 'GET', '/consent', { headers: { cookie: '_ga=1; _strange=2' } });
  }
  await consent(walker, null, { cookie: false });
  await put(null, 'cookie', 'accept');
  const signIn = engine.consentContext(walker.page('anna', { method: 'POST' }));
  await signIn.adoptVisitorDecision('cookie');
  walker.newBrowser();
  await put(null, 'cookie', 'accept', { click: CLICK.replace('a3', 'b3') });
  await engine.signedOut(walker.page('anna'));
}
