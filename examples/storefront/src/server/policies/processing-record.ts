import type { ProcessingRecordOptions } from 'policy-engine/data-map';
import { words } from './words.ts';

/** The parts of the shop's record of processing (GDPR Art. 30(1)) that its rules and scripts do not contain. */
export const processingRecord: ProcessingRecordOptions = {
  controller: {
    name: 'Northlight GmbH',
    contact: words({
      en: 'Harbour Street 1, 20457 Hamburg, Germany; privacy@northlight.example; +49 40 5550 100',
      es: 'Harbour Street 1, 20457 Hamburgo, Alemania; privacy@northlight.example; +49 40 5550 100',
      fr: 'Harbour Street 1, 20457 Hambourg, Allemagne ; privacy@northlight.example ; +49 40 5550 100',
      tr: 'Harbour Street 1, 20457 Hamburg, Almanya; privacy@northlight.example; +49 40 5550 100',
    }),
  },
  // The shop is established in the Union.
  representative: false,
  dataProtectionOfficer: { name: 'Ada Lindqvist', contact: 'dpo@northlight.example; +49 40 5550 123' },
  // Those of the scripts; rules state their own.
  people: [
    words({
      en: 'Visitors of the shop',
      es: 'Visitantes de la tienda',
      fr: 'Visiteurs de la boutique',
      tr: 'Mağazanın ziyaretçileri',
    }),
  ],
  transfers: [
    {
      country: words({ en: 'United Kingdom', es: 'Reino Unido', fr: 'Royaume-Uni', tr: 'Birleşik Krallık' }),
      recipient: 'Tasteful Ltd',
      safeguards: words({
        en: 'Adequacy decision of the European Commission (GDPR Art. 45).',
        es: 'Decisión de adecuación de la Comisión Europea (RGPD art. 45).',
        fr: 'Décision d’adéquation de la Commission européenne (RGPD art. 45).',
        tr: 'Avrupa Komisyonu’nun yeterlilik kararı (GDPR madde 45).',
      }),
    },
  ],
  security: [
    words({
      en: 'Connections are encrypted (TLS).',
      es: 'Las conexiones están cifradas (TLS).',
      fr: 'Les connexions sont chiffrées (TLS).',
      tr: 'Bağlantılar şifrelidir (TLS).',
    }),
    words({
      en: 'Passwords and sessions are stored as hashes only.',
      es: 'Las contraseñas y sesiones se guardan solo como valores hash.',
      fr: 'Les mots de passe et les sessions ne sont conservés que sous forme hachée.',
      tr: 'Parolalar ve oturumlar yalnızca karma değerleri olarak saklanır.',
    }),
    words({
      en: 'Only administrators see personal data, and the audit log records what they do.',
      es: 'Solo los administradores ven datos personales, y el registro de auditoría anota lo que hacen.',
      fr: 'Seuls les administrateurs voient les données personnelles, et le journal d’audit consigne leurs actions.',
      tr: 'Kişisel verileri yalnızca yöneticiler görür; yaptıkları denetim günlüğüne yazılır.',
    }),
    words({
      en: 'Backups are encrypted and deleted after 30 days.',
      es: 'Las copias de seguridad están cifradas y se borran a los 30 días.',
      fr: 'Les sauvegardes sont chiffrées et supprimées après 30 jours.',
      tr: 'Yedekler şifrelidir ve 30 gün sonra silinir.',
    }),
  ],
};
