import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'nav.privacy': 'Votre vie privée',
  'centre.title': 'Votre vie privée',
  'centre.lead':
    'Vos décisions, ce qui attend votre décision et vos droits sur vos données. Vous pouvez changer d’avis ici à tout moment.',
  'centre.lead_visitor':
    'Vous décidez de ce qui s’exécute dans ce navigateur. Vous pouvez changer d’avis ici à tout moment.',
  'choice.own.locale':
    'Conserve la langue que vous avez choisie dans le centre de confidentialité. Déposé seulement quand vous en choisissez une.',
  'centre.contents': 'Sur cette page',
  'centre.languages': 'Langue de cette page',
  'centre.open': 'sans décision : {count}',
  'centre.asked': 'En attente de votre décision',
  'centre.asked.browser': 'Dans ce navigateur :',
  'centre.decided': 'Vos décisions',
  'centre.decided.none': 'Vous ne vous êtes encore prononcé sur aucune politique.',
  'centre.unpublished': 'Pas encore publié :',
  'centre.browser': 'Dans ce navigateur',
  'centre.notices': 'Informations',
  'centre.notice_changed': 'Modifié',
  'centre.sign_in': 'Connectez-vous pour voir les décisions de votre compte et pour demander vos données.',
  'centre.record': 'Historique complet avec les reçus',
  'centre.text_page': 'Ouvrir le texte complet',
  'centre.history': 'Historique : {count}',
  'centre.changes.accepted':
    'Vous avez accepté la version {from}. La version {to} est désormais en vigueur, c’est pourquoi nous vous demandons à nouveau.',
  'centre.changes.rejected':
    'Vous avez refusé la version {from}. La version {to} est désormais en vigueur, c’est pourquoi nous vous demandons à nouveau.',
  'centre.changes.show': 'Montrer les changements',
  'centre.changes.unknown':
    'Le texte antérieur n’est pas disponible dans cette langue ; ses changements ne peuvent donc pas être montrés.',
  'centre.refuse': 'Si vous refusez',
  'centre.withdraw': 'Si vous retirez votre consentement',
  'centre.refuse.blocking': 'Vous ne pourrez pas continuer ici avant de l’avoir accepté.',
  'centre.refuse.update': 'Vous ne pourrez pas enregistrer de modifications de votre compte avant de l’avoir accepté.',
  'centre.refuse.scripts': 'Ceux-ci ne s’exécutent pas ici : {scripts}.',
  'centre.refuse.cookies': 'Votre navigateur est invité à supprimer leurs cookies.',
  'centre.refuse.free': 'Vous pouvez continuer sans cela : c’est votre libre choix.',
  'centre.refuse.past': 'Cela vaut à partir de maintenant, pas pour le passé.',
  'centre.did.accepted': 'Vous avez accepté {policy}.',
  'centre.did.rejected': 'Vous avez refusé {policy}.',
  'centre.did.revoked': 'Votre acceptation antérieure ne s’applique plus.',
  'centre.did.withdrawn':
    'Vous avez retiré votre consentement à {policy}. Il ne s’applique plus à partir de maintenant.',
  'centre.did.run': 'Ceux-ci peuvent désormais s’exécuter ici : {scripts}.',
  'centre.did.stopped': 'Ceux-ci cessent de s’exécuter ici quand vous ouvrez la page suivante : {scripts}.',
  'centre.did.cookies': 'Votre navigateur a été invité à supprimer leurs cookies.',
  'choice.unknown_vendor': '« {vendor} » n’est pas une entreprise de ce consentement.',
  'choice.vendors': 'Choisir les entreprises une par une',
  'choice.vendors.save': 'Enregistrer les choix',
  'choice.vendors.hint':
    'Les entreprises cochées sont acceptées, les autres refusées. Si aucune n’est cochée, toute la finalité est refusée.',
  'choice.vendor_new': 'Ajoutée depuis votre décision',
  'choice.without': 'Acceptée sauf : {vendors}',
  'centre.did.without': 'Ceux-ci ne s’exécutent pas ici, car vous ne les avez pas acceptés : {scripts}.',
  'notice.accepted_all': 'Vous avez accepté dans ce navigateur tout ce qui exige votre consentement.',
  'notice.rejected_all':
    'Vous avez refusé dans ce navigateur tout ce qui exige votre consentement. Cela cesse de s’exécuter quand vous ouvrez la page suivante.',
};
