/** `schema.json` of an export: the structure of its JSON files, for programs that read them. */
import type { PageForm } from '../writing/items.ts';
import type { WrittenRule } from '../writing/run.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const MOMENT = { type: 'string', format: 'date-time' } as const;
const MOMENT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;

/** A JSON Schema (2020-12) whose `properties` are the files by path, and whose `patternProperties` the pages of rules. */
export function exportSchema(written: readonly WrittenRule[]): Record<string, unknown> {
  const defined = written.map(({ rule, schema }) => [rule.name, schema]);
  const rules = written.map(({ rule }) => [`${rule.name}/all.json`, arrayOf(rule.name)]);
  const pages = written
    .filter(({ pageForms }) => pageForms.size > 0)
    .map(({ rule, pageForms }) => [`^${rule.name}/(?:[0-9]+/)?data\\.json$`, pageSchema(rule.name, [...pageForms])]);
  return {
    $schema: DRAFT,
    title: 'Files of this export, by path',
    type: 'object',
    properties: {
      'manifest.json': MANIFEST,
      'privacy/consents.json': { type: 'array', items: CONSENT },
      'privacy/decisions.json': { type: 'array', items: DECISION },
      'privacy/texts.json': { type: 'array', items: TEXT },
      'privacy/requests.json': { type: 'array', items: REQUEST },
      ...(Object.fromEntries(rules) as Record<string, unknown>),
    },
    patternProperties: Object.fromEntries(pages) as unknown,
    $defs: Object.fromEntries(defined) as unknown,
  };
}

/** The items of a rule, described once. */
function arrayOf(rule: string): Record<string, unknown> {
  return { type: 'array', items: itemOf(rule) };
}

function itemOf(rule: string): Record<string, unknown> {
  return { $ref: `#/$defs/${rule}` };
}

function pageSchema(rule: string, forms: readonly PageForm[]): Record<string, unknown> {
  const schemas = forms.map((form) => {
    if (form === 'item') return itemOf(rule);
    if (form === 'items') return arrayOf(rule);
    return { type: 'object', required: ['collection'], properties: { collection: arrayOf(rule) } };
  });
  const [first] = schemas;
  return schemas.length === 1 && first !== undefined ? first : { anyOf: schemas };
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
    heldBack: {
      type: 'array',
      items: {
        type: 'object',
        required: ['rule', 'field', 'kind', 'reason'],
        properties: {
          rule: { type: 'string' },
          field: { type: 'string' },
          kind: { enum: ['secret', 'staff', 'others'] },
          reason: { type: 'string' },
        },
      },
    },
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

const VENDORS = {
  type: ['object', 'null'],
  required: ['offered', 'refused'],
  properties: {
    offered: { type: 'array', items: { type: 'string' } },
    refused: { type: 'array', items: { type: 'string' } },
  },
} as const;

const CONSENT = {
  type: 'object',
  required: ['rule', 'label', 'state', 'vendors', 'decidedAt', 'version', 'hash', 'text'],
  properties: {
    rule: { type: 'string' },
    label: { type: 'string' },
    state: { enum: ['accepted', 'rejected', 'passive'] },
    vendors: VENDORS,
    decidedAt: MOMENT_OR_NULL,
    version: { type: ['integer', 'null'] },
    hash: { type: ['string', 'null'] },
    text: { type: ['string', 'null'] },
  },
} as const;

const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

const DECISION = {
  type: 'object',
  required: [
    'id',
    'kind',
    'rule',
    'label',
    'decision',
    'vendors',
    'version',
    'hash',
    'at',
    'decidedAt',
    'months',
    'posture',
    'fact',
    'region',
    'how',
    'locale',
    'userAgent',
    'network',
    'text',
  ],
  properties: {
    id: { type: 'string' },
    kind: { enum: ['decision', 'adoption'] },
    rule: TEXT_OR_NULL,
    label: TEXT_OR_NULL,
    decision: { enum: ['accepted', 'rejected', null] },
    vendors: VENDORS,
    version: { type: ['integer', 'null'] },
    hash: TEXT_OR_NULL,
    at: MOMENT,
    decidedAt: MOMENT_OR_NULL,
    months: { type: ['integer', 'null'] },
    posture: { enum: ['opt-in', 'opt-out', 'exempt', null] },
    fact: TEXT_OR_NULL,
    region: TEXT_OR_NULL,
    how: { type: 'string' },
    locale: TEXT_OR_NULL,
    userAgent: TEXT_OR_NULL,
    network: TEXT_OR_NULL,
    text: TEXT_OR_NULL,
  },
} as const;

const TEXT = {
  type: 'object',
  required: ['rule', 'title', 'version', 'locale', 'publishedAt', 'hash', 'file', 'page'],
  properties: {
    rule: { type: 'string' },
    title: { type: 'string' },
    version: { type: 'integer' },
    locale: TEXT_OR_NULL,
    publishedAt: MOMENT_OR_NULL,
    hash: { type: 'string' },
    file: { type: 'string' },
    page: { type: 'string' },
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
    messages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['from', 'at', 'body', 'files'],
        properties: {
          from: { enum: ['person', 'administrator'] },
          at: MOMENT,
          body: { type: 'string' },
          files: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'path'],
              properties: { name: { type: 'string' }, path: { type: ['string', 'null'] } },
            },
          },
        },
      },
    },
  },
} as const;
