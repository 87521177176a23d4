import type { ProcessingRecordOptions } from 'policy-engine/data-map';
import { words } from './words.ts';

/** The parts of the shop's record of processing (GDPR Art. 30(1)) that its rules and scripts do not contain. */
export const processingRecord: ProcessingRecordOptions = {
  controller: {
    name: 'Northlight GmbH',
    contact: words('Harbour Street 1, 20457 Hamburg, Germany; privacy@northlight.example; +49 40 5550 100'),
  },
  // The shop is established in the Union.
  representative: false,
  dataProtectionOfficer: { name: 'Ada Lindqvist', contact: 'dpo@northlight.example; +49 40 5550 123' },
  // Those of the scripts; rules state their own.
  people: [words('Visitors of the shop')],
  transfers: [
    {
      country: words('United Kingdom'),
      recipient: 'Tasteful Ltd',
      safeguards: words('Adequacy decision of the European Commission (GDPR Art. 45).'),
    },
  ],
  security: [
    words('Connections are encrypted (TLS).'),
    words('Passwords and sessions are stored as hashes only.'),
    words('Only administrators see personal data, and the audit log records what they do.'),
    words('Backups are encrypted and deleted after 30 days.'),
  ],
};
