/** `schema.json` of an export: what its JSON files look like, for programs that are to read them. */
import type { WrittenRule } from './run.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const MOMENT = { type: 'string', format: 'date-time' } as const;
const MOMENT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;

/** A JSON Schema (2020-12) whose `properties` are the files by path. */
export function exportSchema(written: readonly WrittenRule[]): Record<string, unknown> {
  const rules = written.map(({ rule, schema }) => [`${rule.name}/all.json`, { type: 'array', items: schema }]);
  return {
    $schema: DRAFT,
    title: 'Files of this export, by path',
    type: 'object',
    properties: {
      'manifest.json': MANIFEST,
      'privacy/consents.json': { type: 'array', items: CONSENT },
      'privacy/requests.json': { type: 'array', items: REQUEST },
      ...(Object.fromEntries(rules) as Record<string, unknown>),
    },
  };
}

const MANIFEST = {
  type: 'object',
  required: ['files', 'generator', 'createdAt', 'rules', 'failed', 'failures'],
  properties: {
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'bytes', 'sha256'],
        properties: {
          path: { type: 'string' },
          bytes: { type: 'integer', minimum: 0 },
          sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
      },
    },
    generator: { type: 'string' },
    resource: { type: 'string' },
    createdAt: MOMENT,
    locale: { type: 'string' },
    schema: { type: 'string' },
    rules: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'kind', 'rows', 'pages'],
        properties: {
          name: { type: 'string' },
          kind: { enum: ['collection', 'member'] },
          rows: { type: ['integer', 'null'] },
          pages: { type: 'integer', minimum: 1 },
        },
      },
    },
    omittedFields: { type: 'array', items: { type: 'string' } },
    failed: { type: 'integer', minimum: 0 },
    failures: {
      type: 'array',
      items: {
        type: 'object',
        required: ['page', 'source', 'reason'],
        properties: { page: { type: 'string' }, source: { type: 'string' }, reason: { type: 'string' } },
      },
    },
  },
} as const;

const CONSENT = {
  type: 'object',
  required: ['rule', 'label', 'state', 'decidedAt', 'version', 'hash'],
  properties: {
    rule: { type: 'string' },
    label: { type: 'string' },
    state: { enum: ['accepted', 'rejected', 'passive'] },
    decidedAt: MOMENT_OR_NULL,
    version: { type: ['integer', 'null'] },
    hash: { type: ['string', 'null'] },
  },
} as const;

const REQUEST = {
  type: 'object',
  required: ['id', 'kind', 'state', 'createdAt', 'completedAt'],
  properties: {
    id: { type: 'string' },
    kind: { type: 'string' },
    state: { type: 'string' },
    createdAt: MOMENT,
    completedAt: MOMENT_OR_NULL,
  },
} as const;
