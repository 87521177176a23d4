import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'data_map.deleted_after': 'Supprimé {period} après « {column} »',
  'data_map.changed_after': 'Anonymisé ou pseudonymisé {period} après « {column} »',
  'data_map.kept_for': 'Conservé {period} à partir de « {column} » : {ground}',
  'nav.data_map': 'Données personnelles',
  'data_map.title': 'Données personnelles conservées',
  'data_map.lead': 'Le registre des activités de traitement (RGPD, article 30), tel que déclaré dans la configuration.',
  'data_map.csv': 'Télécharger en CSV',
  'data_map.none': 'Aucun type de données personnelles n’est déclaré',
  'data_map.none_text': 'Un développeur les déclare dans la configuration (dataRules).',
  'data_map.kind': 'Type de données',
  'data_map.purpose': 'Finalité',
  'data_map.legal_basis': 'Base juridique',
  'data_map.recipients': 'Destinataires',
  'data_map.retention': 'Durée',
  'data_map.erasure': 'En cas d’effacement',
  'data_map.not_said': 'Non indiqué',
  'data_map.no_table': 'Dans aucune table',
  'data_map.from': 'Source : {source}',
  'data_map.not_exported': 'Non exporté',
  'data_map.erasure.none': 'Non effacé',
  'data_map.erasure.delete': 'Supprimé',
  'data_map.erasure.set': 'Effacé des colonnes {columns}',
  'data_map.erasure.pseudonymise': 'Pseudonymisé dans les colonnes {columns}',
  'data_map.erasure.run': 'Effacé par l’application',
  'data_map.exempt': 'Hors données personnelles',
  'data_map.exempt.lead': 'Tables et colonnes examinées, qui ne contiennent pas de données personnelles.',
  'data_map.table': 'Table',
  'data_map.columns': 'Colonnes',
  'data_map.all_columns': 'Toutes',
  'data_map.reason': 'Motif',
  'check.data_rule_unfit': 'Une règle de données ne correspond pas aux tables de la base. {subject}',
  'check.data_rule_unfit.advice':
    'Modifiez la règle ou la table ; d’ici là, ses données ne sont ni exportées ni effacées.',
  'check.data_never_erased': 'Les données « {subject} » sont exportées et jamais effacées.',
  'check.data_never_erased.advice':
    'Définissez erasure dans leur règle, avec un fondement juridique si elles doivent être conservées.',
  'check.data_never_exported': 'Les données « {subject} » sont effacées et jamais exportées.',
  'check.data_never_exported.advice':
    'Déclarez-les comme règle de données exportée, si les personnes peuvent en recevoir une copie.',
  'check.data_kept_without_ground': 'Les données « {subject} » sont conservées sans qu’aucun fondement soit indiqué.',
  'check.data_kept_without_ground.advice':
    'Définissez legalBasis ou le fondement de leur conservation, ou laissez-les être effacées.',
};
