import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const nl: TextsLike<typeof en> = {
  'erasure.mine.completed': 'Uw gegevens zijn verwijderd',
  'erasure.mine.completed_text': 'Het ontvangstbewijs vermeldt wat er is verwijderd.',
  'erasure.mine.completed.kept':
    'Uw gegevens zijn verwijderd, behalve die waarvoor we een wettelijke grond hebben om ze te bewaren',
  'erasure.mine.completed.part': 'Een deel van uw gegevens is verwijderd',
  'erasure.mine.left_text': 'Hieronder ziet u wat er niet is verwijderd en waarom, voor zover wij weten.',
  'erasure.left': 'Niet verwijderd',
  'erasure.left.found':
    'Na de verwijdering zijn gegevens waarmee u te identificeren bent gevonden op plaatsen die geen regel bewaart. De beheerder van deze site krijgt deze plaatsen te zien.',
  'erasure.mine.step.completed': 'Uw gegevens zijn verwijderd.',
  'erasure.mine.step.left': 'De verwijdering is beëindigd. Niet alles is verwijderd.',
  'erasure.done.run': 'Verwijderd volgens de applicatie',
  'erasure.told.title': 'Ontvangers (art. 19 AVG)',
  'erasure.told.none':
    'Er is geen ontvanger automatisch op de hoogte gesteld: geen enkele webhook ontvangt deze gebeurtenis. Als u gegevens van deze persoon aan anderen hebt verstrekt, stel hen dan zelf op de hoogte van de wissing, tenzij dit onmogelijk is of onevenredig veel inspanning vergt.',
  'erasure.told.some':
    'Deze software meldt de wissing aan de onderstaande webhooks. Ze weet niet of de ontvangers daarvan de gegevens wissen of wie ze nog meer heeft ontvangen: stel andere ontvangers zelf op de hoogte.',
  'erasure.told.at': 'Afgeleverd of opgegeven',
  'erasure.told.unknown': 'Registratie verwijderd',
  'mail.erasure_receipt.told':
    'De wissing wordt aan deze webhooks gemeld: {webhooks}. De pagina van het verzoek toont of die is afgeleverd. Stel andere ontvangers zelf op de hoogte (art. 19 AVG).',
};
