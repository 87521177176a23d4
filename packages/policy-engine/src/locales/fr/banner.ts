import type { TextsLike } from '../catalogue.ts';
import type { banner as english } from '../en/banner.ts';

export const banner: TextsLike<typeof english> = {
  'banner.title': 'À vous de décider',
  'banner.lead': 'Ce site fonctionne sans ce qui suit. Rien n’est chargé avant votre accord.',
  'banner.details': 'De quoi s’agit-il ?',
  'banner.choices': 'Ce que vous autorisez',
  'banner.accept': 'Tout accepter',
  'banner.reject': 'Tout refuser',
  'banner.choose': 'Enregistrer',
  'banner.accept_one': 'Accepter',
  'banner.reject_one': 'Refuser',
  'banner.settings': 'Vie privée',
  'banner.gpc':
    'Votre navigateur demande de ne pas partager vos données (Global Privacy Control). Pour nous, cela vaut refus.',
  'banner.gpc_short': 'Global Privacy Control est respecté',
  'banner.saved': 'Votre choix est enregistré.',
  'banner.failed': 'Votre choix n’a pas pu être enregistré. Réessayez, ou passez par la page',
  'banner.running': 'Ce que vous avez refusé peut rester actif dans cette page jusqu’à son rechargement.',
  'banner.reload': 'Recharger la page',
  'embed.lead': 'Ce contenu vient de {host}, qui pourra alors déposer des cookies et savoir que vous êtes ici.',
  'embed.once': 'Afficher cette fois',
  'embed.always': 'Toujours autoriser : {rule}',
  'embed.open': 'Ouvrir sur {host}',
};
