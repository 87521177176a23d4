import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const fr: TextsLike<typeof en> = {
  'data_map.deleted_after': 'Supprimé {period} après « {column} »',
  'data_map.changed_after': 'Anonymisé ou pseudonymisé {period} après « {column} »',
  'data_map.kept_for': 'Conservé {period} à partir de « {column} » : {ground}',
};
