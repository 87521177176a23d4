import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const es: TextsLike<typeof en> = {
  'data_map.deleted_after': 'Se elimina {period} después de «{column}»',
  'data_map.changed_after': 'Se anonimiza o seudonimiza {period} después de «{column}»',
  'data_map.kept_for': 'Se conserva {period} desde «{column}»: {ground}',
};
