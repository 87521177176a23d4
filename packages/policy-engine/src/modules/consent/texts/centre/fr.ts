import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.privacy': 'Votre vie privée',
  'centre.title': 'Votre vie privée',
  'centre.lead':
    'Ce qui vous est demandé, ce que vous avez décidé et ce que vous pouvez faire de vos données. Vous pouvez changer d’avis ici à tout moment.',
  'centre.lead_visitor':
    'Vous décidez de ce qui s’exécute dans ce navigateur. Vous pouvez changer d’avis ici à tout moment.',
  'choice.own.locale':
    'Retient la langue que vous avez choisie dans le centre de confidentialité. Déposé seulement quand vous en choisissez une.',
  'centre.contents': 'Sur cette page',
  'centre.languages': 'Langue de cette page',
  'centre.open': 'sans décision : {count}',
  'centre.asked': 'En attente de votre décision',
  'centre.asked.browser': 'Pas encore décidé dans ce navigateur :',
  'centre.decided': 'Ce que vous avez décidé',
  'centre.decided.none': 'Vous ne vous êtes encore prononcé sur aucune politique.',
  'centre.browser': 'Dans ce navigateur',
  'centre.sign_in': 'Connectez-vous pour voir ce que vous avez décidé pour votre compte et pour demander vos données.',
  'centre.record': 'Tout ce qui est enregistré, avec les reçus',
  'centre.text_page': 'Page du texte',
  'centre.history': 'Historique : {count}',
  'centre.changes.accepted':
    'Vous avez accepté la version {from}. La version {to} est désormais en vigueur, c’est pourquoi nous vous demandons à nouveau.',
  'centre.changes.rejected':
    'Vous avez refusé la version {from}. La version {to} est désormais en vigueur, c’est pourquoi nous vous demandons à nouveau.',
  'centre.changes.show': 'Montrer ce qui a changé dans le texte',
  'centre.changes.unknown':
    'Le texte précédent n’existe pas dans cette langue ; ses changements ne peuvent donc pas être montrés.',
  'centre.refuse': 'Si vous refusez',
  'centre.refuse.blocking': 'Vous ne pourrez pas continuer ici avant de l’avoir accepté.',
  'centre.refuse.update':
    'Les modifications de votre compte ne pourront pas être enregistrées avant que vous l’ayez accepté.',
  'centre.refuse.scripts': 'Ceci ne s’exécute pas ici : {scripts}.',
  'centre.refuse.cookies': 'Votre navigateur est invité à supprimer leurs cookies.',
  'centre.refuse.free': 'Vous pouvez continuer sans cela : c’est votre libre choix.',
  'centre.refuse.past': 'Cela vaut à partir de maintenant, pas pour le passé.',
  'centre.did.accepted': 'Vous avez accepté {policy}.',
  'centre.did.rejected': 'Vous avez refusé {policy}. Ce que vous aviez accepté auparavant ne compte plus.',
  'centre.did.run': 'Ceci peut désormais s’exécuter ici : {scripts}.',
  'centre.did.stopped': 'Dès la prochaine page, ceci ne s’exécute plus ici : {scripts}.',
  'centre.did.cookies': 'Votre navigateur a été invité à supprimer leurs cookies.',
  'choice.unknown_vendor': '« {vendor} » n’est pas une entreprise à choisir pour ce consentement.',
  'choice.vendors': 'Choisir les entreprises une par une',
  'choice.vendors.save': 'Enregistrer ce choix',
  'choice.vendors.hint':
    'Les entreprises cochées sont acceptées, les autres refusées. Si aucune n’est cochée, tout est refusé.',
  'choice.vendor_new': 'Nouvelle depuis votre décision',
  'choice.without': 'Accepté sans : {vendors}',
  'centre.did.without': 'Ceux-ci ne s’exécutent pas ici, car vous ne les avez pas acceptés : {scripts}.',
  'notice.accepted_all': 'Vous avez accepté tout ce qui exige votre consentement dans ce navigateur.',
  'notice.rejected_all':
    'Vous avez refusé tout ce qui exige votre consentement dans ce navigateur. Rien de cela ne s’exécute à partir de la prochaine page.',
};
