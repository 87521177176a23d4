import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const tr: TextsLike<typeof en> = {
  'data_map.deleted_after': '“{column}” tarihinden {period} sonra silinir',
  'data_map.changed_after': '“{column}” tarihinden {period} sonra anonim veya takma adlı hâle getirilir',
  'data_map.kept_for': '“{column}” tarihinden itibaren {period} saklanır: {ground}',
};
