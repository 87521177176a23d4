import { connectDatabase, createPolicyEngine } from 'policy-engine';
import { fill, RULES } from '/work/wt-desk/benchmarks/lists/fill.ts';
const [,, url, share] = process.argv;
const real = await connectDatabase(url);
const seen = [];
let capture = false;
const spy = (db) => new Proxy(db, { get: (t, k) => { const v = t[k]; if (k === 'execute') return async (sql, params) => { if (capture) seen.push([sql, params]); return t.execute(sql, params); }; return typeof v === 'function' ? v.bind(t) : v; } });
const database = spy(real);
const p = real.dialect === 'postgres' ? '$1' : '?';
const users = async (c, v) => (await real.execute(`select id, email from shop_users where ${c} = ${p}`, [v])).rows;
const engine = createPolicyEngine({ database, rules: RULES.map((name) => ({ name, sessionless: name === 'cookie' || name === 'media' })), currentUser: (r) => ({ id: 'admin', record: {} }), isAdminMethod: () => true,
  userResource: { find: async (id) => (await users('id', id))[0] ?? null, search: async (text) => text === 'many' ? Array.from({ length: 50 }, (_, i) => ({ id: `user-${i * 7}`, email: 'x' })) : users('email', text) } });
await engine.migrate();
const { rows } = await real.execute('select id from policy_manager_user_terms limit 1');
if (rows.length === 0) {
  const texts = [];
  for (const rule of RULES) { const t = await engine.terms.create(rule, { markdown: `# ${rule}` }); const { id, hash } = await engine.terms.publish(t.id); texts.push({ id, hash }); }
  const b = performance.now(); await fill(real, { userTerms: 1e6 * share, events: 5e6 * share, requests: 1e5 * share }, texts); console.log('filled', Math.round(performance.now() - b));
}
for (const q of ['q=person-1234@example.test', 'kind=all&q=user-1234', 'q=many', 'kind=all&q=many', 'decision=rejected&q=many&from=2025-01-01&to=2027-01-01', 'rule=cookie&q=many', 'kind=administration&q=user-7', 'kind=marks&q=many']) {
  const open = async () => { const r = await engine.fetch(new Request(`http://h.test/policies/ledger?${q}`, { headers: { accept: 'text/html' } })); const t = await r.text(); return [r.status, /Results: ([\d,+]+)/.exec(t)?.[1]]; };
  for (let i = 0; i < 4; i++) await open();
  const times = []; let got; for (let i = 0; i < 8; i++) { const b = performance.now(); got = await open(); times.push(performance.now() - b); }
  times.sort((a, b) => a - b);
  console.log(`\n== ${q}: ${got} median ${times[4].toFixed(1)} ms, min ${times[0].toFixed(1)}`);
  seen.length = 0; capture = true; await open(); capture = false;
  for (const [sql, params] of seen) {
    if (!/ledger_identities/.test(sql) || !/ledger_events/.test(sql)) continue;
    const plan = await real.execute((real.dialect === 'postgres' ? 'explain (analyze, costs off, timing off) ' : 'explain query plan ') + sql, params ?? []);
    const lines = plan.rows.map((r) => r['QUERY PLAN'] ?? r.detail);
    console.log(sql.slice(0, 90), '…'); for (const l of lines) if (/scan|search|time|rows=|temp/i.test(l)) console.log('   ', l.slice(0, 150));
  }
}
await engine.stop(); await real.close();
