import type { TextsLike } from '../../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'erasure.mine.completed': 'Vos données ont été effacées',
  'erasure.mine.completed_text': 'Le reçu énumère ce qui a été effacé.',
  'erasure.mine.completed.kept':
    'Vos données ont été effacées, sauf celles que nous avons un fondement juridique de conserver',
  'erasure.mine.completed.part': 'Une partie de vos données a été effacée',
  'erasure.mine.left_text':
    'Vous trouverez ci-dessous ce qui n’a pas été effacé et pourquoi, pour autant que nous le sachions.',
  'erasure.left': 'Non effacé',
  'erasure.left.found':
    'Après l’effacement, des données qui vous identifient ont été trouvées à des endroits qu’aucune règle ne conserve. Ces endroits sont indiqués à l’exploitant de ce site.',
  'erasure.mine.step.completed': 'Vos données ont été effacées.',
  'erasure.mine.step.left': 'L’effacement s’est terminé. Tout n’a pas été effacé.',
  'erasure.done.run': 'Effacé selon l’application',
  'erasure.told.title': 'Destinataires (RGPD, art. 19)',
  'erasure.told.none':
    'Aucun destinataire n’a été averti automatiquement : aucun webhook ne reçoit cet événement. Si vous avez communiqué des données de cette personne à d’autres, signalez vous-même l’effacement à chacun d’eux, sauf si cela est impossible ou exige des efforts disproportionnés.',
  'erasure.told.some':
    'Ce logiciel signale l’effacement aux webhooks ci-dessous. Il ne sait pas si leurs récepteurs effacent les données, ni qui d’autre les a reçues : avertissez vous-même les autres destinataires.',
  'erasure.told.at': 'Remis ou abandonné',
  'erasure.told.unknown': 'Trace supprimée',
  'mail.erasure_receipt.told':
    'L’effacement est signalé à ces webhooks : {webhooks}. La page de la demande indique s’il a été remis. Avertissez vous-même les autres destinataires (RGPD, art. 19).',
};
