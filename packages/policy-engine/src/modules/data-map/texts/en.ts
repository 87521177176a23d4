/** Texts of the data map. */
export const en = {
  'data_map.deleted_after': 'Deleted {period} after “{column}”',
  'data_map.changed_after': 'Made anonymous or pseudonymous {period} after “{column}”',
  'data_map.kept_for': 'Kept for {period} from “{column}”: {ground}',
} as const;
