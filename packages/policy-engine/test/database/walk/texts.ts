/** Texts, the banner's appearance, and how administrators work on them. */
import { ADMIN, type Walker } from './walker.ts';

const RULES = ['cookie', 'age', 'privacy_terms', 'privacy'];

export async function walkTexts(walker: Walker): Promise<void> {
  const { engine } = walker;
  await engine.terms.import([
    { rule: 'age', markdown: 'Be 15.', publishedAt: '2021-01-01T00:00:00Z', translations: { fr: 'Ayez 15 ans.' } },
  ]);
  for (const rule of RULES) {
    const description = `# ${rule}`;
    const { id } = (await walker.ask(ADMIN, 'POST', `/categories/${rule}/terms`, { body: { description } })).body;
    const term = `/categories/${rule}/terms/${String(id)}`;
    await walker.ask(ADMIN, 'PATCH', term, { body: { description: `${description}, changed` } });
    await walker.ask(ADMIN, 'PUT', `${term}/translations/fr`, { body: { description: 'Le texte' } });
    await walker.ask(ADMIN, 'PUT', `${term}/translations/fr`, { body: { description: 'Un texte' } });
    await walker.ask(ADMIN, 'PUT', `${term}/translations/es`, { body: { description: 'El texto' } });
    await walker.ask(ADMIN, 'DELETE', `${term}/translations/es`);
    await walker.ask(ADMIN, 'PATCH', term, { body: { state: 'published' } });
    await walker.ask(ADMIN, 'PUT', `${term}/translations/de`, { body: { description: 'Der Text', late: true } });
  }
  await engine.terms.list('age');
  await engine.renderTerm('age', { locale: 'fr-CA' });
  const later = { description: 'Be 18.', state: 'published', published_at: '2026-06-01T00:00:00Z', announce: true };
  const { id } = (await walker.ask(ADMIN, 'POST', '/categories/age/terms', { body: later })).body;
  await walker.ask(ADMIN, 'PATCH', `/categories/age/terms/${String(id)}`, { body: { state: 'draft' } });
  await walker.ask(ADMIN, 'DELETE', `/categories/age/terms/${String(id)}`);
  const next = await engine.terms.create('age', { markdown: 'Be 17.', material: true, note: 'You must be older.' });
  await engine.terms.publish(next.id, { at: new Date('2026-03-05T00:00:00Z') });
  const sooner = { description: 'Be 16.', state: 'published', published_at: '2026-03-03T00:00:00Z' };
  await walker.ask(ADMIN, 'POST', '/categories/age/terms', { body: sooner });

  const own = {
    own_colours: true,
    colours: { background: '#FFFFFF', text: '#1a1a1a', button: '#104a8e', accent: '#104a8e' },
  };
  for (const layout of ['bar', 'corner']) {
    const body = {
      ...own,
      layout,
      corners: 'round',
      side: 'start',
      words: { en: { title: `Cookies in a ${layout}?` } },
    };
    await walker.ask(ADMIN, 'POST', '/appearance', { body });
  }
}

/** New versions, about which everybody is told who decided on an earlier one, or has an account. */
export async function walkAnnouncements(walker: Walker): Promise<void> {
  for (const rule of ['age', 'privacy']) {
    const { id } = (await walker.ask(ADMIN, 'POST', `/categories/${rule}/terms`, { body: { description: 'New.' } }))
      .body;
    const term = `/categories/${rule}/terms/${String(id)}`;
    await walker.ask(ADMIN, 'GET', `${term}/publish`, { accept: 'text/html' });
    await walker.ask(ADMIN, 'PATCH', term, { body: { state: 'published', announce: true } });
    await walker.ask(ADMIN, 'POST', `/categories/${rule}/terms`, { body: { description: 'A draft.' } });
  }
  await walker.work();
}
