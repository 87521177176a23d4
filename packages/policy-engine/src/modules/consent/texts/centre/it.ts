import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const it: TextsLike<typeof en> = {
  'nav.privacy': 'La sua privacy',
  'centre.title': 'La sua privacy',
  'centre.lead':
    'Le sue decisioni, ciò che attende una sua decisione e i suoi diritti sui suoi dati. Qui può cambiare idea in qualsiasi momento.',
  'centre.lead_visitor':
    'È lei a decidere che cosa viene eseguito in questo browser. Qui può cambiare idea in qualsiasi momento.',
  'choice.own.locale':
    'Memorizza la lingua che ha scelto nel centro privacy. Viene impostato solo quando ne sceglie una.',
  'centre.contents': 'In questa pagina',
  'centre.languages': 'Lingua di questa pagina',
  'centre.open': 'da decidere: {count}',
  'centre.asked': 'In attesa della sua decisione',
  'centre.asked.browser': 'In questo browser:',
  'centre.decided': 'Le sue decisioni',
  'centre.decided.none': 'Non ha ancora deciso su alcuna policy.',
  'centre.unpublished': 'Non ancora pubblicato:',
  'centre.browser': 'In questo browser',
  'centre.notices': 'Informazioni per lei',
  'centre.notice_changed': 'Modificato',
  'centre.sign_in': 'Acceda per vedere le decisioni del suo account e per richiedere i suoi dati.',
  'centre.record': 'Cronologia completa con ricevute',
  'centre.text_page': 'Apri il testo completo',
  'centre.history': 'Cronologia: {count}',
  'centre.changes.accepted':
    'Ha accettato la versione {from}. Ora è in vigore la versione {to}, quindi le chiediamo di nuovo di decidere.',
  'centre.changes.rejected':
    'Ha rifiutato la versione {from}. Ora è in vigore la versione {to}, quindi le chiediamo di nuovo di decidere.',
  'centre.changes.show': 'Mostra che cosa è cambiato',
  'centre.changes.unknown':
    'Il testo precedente non è disponibile in questa lingua, quindi non è possibile mostrarne le modifiche.',
  'centre.refuse': 'Se rifiuta',
  'centre.withdraw': 'Se revoca il Suo consenso',
  'centre.refuse.blocking': 'Non può continuare qui finché non accetta.',
  'centre.refuse.update': 'Non può salvare modifiche al suo account finché non accetta.',
  'centre.refuse.scripts': 'Qui non vengono eseguiti: {scripts}.',
  'centre.refuse.cookies': 'Al suo browser viene indicato di eliminare i relativi cookie.',
  'centre.refuse.free': 'Può continuare anche senza accettare: è una sua libera scelta.',
  'centre.refuse.past': 'Vale da ora in poi, non per il passato.',
  'centre.did.accepted': 'Ha accettato «{policy}».',
  'centre.did.rejected': 'Ha rifiutato «{policy}».',
  'centre.did.revoked': 'La sua accettazione precedente non vale più.',
  'centre.did.withdrawn': 'Ha revocato il Suo consenso a «{policy}». Da ora in poi non vale più.',
  'centre.did.run': 'Ora qui possono essere eseguiti: {scripts}.',
  'centre.did.stopped': 'All’apertura della prossima pagina non verranno più eseguiti qui: {scripts}.',
  'centre.did.cookies': 'Al suo browser è stato indicato di eliminare i relativi cookie.',
  'choice.unknown_vendor': '«{vendor}» non è un fornitore di questo consenso.',
  'choice.vendors': 'Scegli i singoli fornitori',
  'choice.vendors.save': 'Salva le scelte',
  'choice.vendors.hint':
    'I fornitori selezionati sono accettati, gli altri rifiutati. Se nessuno è selezionato, l’intera finalità è rifiutata.',
  'choice.vendor_new': 'Aggiunto dopo la sua decisione',
  'choice.without': 'Accettata senza: {vendors}',
  'centre.did.without': 'Qui non vengono eseguiti perché non li ha accettati: {scripts}.',
  'notice.accepted_all': 'Ha accettato tutto ciò che in questo browser richiede il suo consenso.',
  'notice.rejected_all':
    'Ha rifiutato tutto ciò che in questo browser richiede il suo consenso. All’apertura della prossima pagina non verrà più eseguito.',
};
