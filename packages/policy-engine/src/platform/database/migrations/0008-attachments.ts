import { optional, required } from './ddl.ts';
import type { Migration } from './migration.ts';

/** The key of download links, and the columns of the legacy attachment mode (spec: `legacy_attachments`). */
export const attachmentColumns: Migration = {
  name: '0008-attachments',
  tables: [
    {
      table: 'secrets',
      columns: { name: required('word'), value: required('hash'), created_at: required('time') },
      primaryKey: 'name',
    },
  ],
  alterations: [
    {
      table: 'portability_requests',
      columns: {
        attachment: optional('name'),
        attachment_file_name: optional('name'),
        attachment_file_size: optional('name'),
        attachment_file_content_type: optional('name'),
        attachment_content_type: optional('name'),
      },
    },
  ],
};
