/** Prints what an engine serves as the banner's script, after a placeholder of the facts was added at the end of the script. */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/consent.generated.js')) return loaded;
    const source = `${Buffer.from(loaded.source as Uint8Array)
      .toString()
      .replace('consentJs =', 'script =')}\nexport const consentJs = script + ';SITE_FACTS';`;
    return { ...loaded, source };
  },
});

const { getTestEngine } = await import('policy-engine/testing');
const made = await getTestEngine<string>({
  rules: [{ name: 'analytics', sessionless: true }, { name: 'media', sessionless: true }, { name: 'age' }],
  scripts: [
    {
      name: 'Counter',
      provider: 'Acme Ltd',
      rule: 'analytics',
      script: '',
      environments: ['test'],
      consentMode: ['analytics_storage'],
    },
  ],
});
for (const description of ['one', 'two']) {
  await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', { description, state: 'published' });
}

async function served(path: string, headers = {}) {
  const response = await made.engine.fetch(new Request(`http://engine.test${path}`, { headers }));
  const { status } = response;
  const end = (await response.text()).split(';').at(-1);
  return { status, end, etag: response.headers.get('etag') ?? '', cache: response.headers.get('cache-control') };
}

const plain = await served('/policies/assets/consent.js');
const again = await served('/policies/assets/consent.js', { 'if-none-match': plain.etag });
const consent = made.engine.consentContext(new Request('http://engine.test/'));
const hashed = /\/policies\/assets\/consent\.[\w-]{6}\.js/.exec(await consent.renderBanner())?.[0] ?? '';
const drawn = await served(hashed);
console.log(JSON.stringify({ plain, again, drawn }));
