/** The contents of the site: which pages its sidebar lists, in which order. A test fails if a guide is missing. */

/** A part of the contents: files of pages without `.md`, or a folder whose pages it lists by their titles. */
export interface Part {
  readonly name: string;
  readonly pages?: readonly string[];
  /** A folder such as `policy-engine/errors`; the part is closed at first. */
  readonly folder?: string;
}

/** The parts of a product, by the folder of its pages. */
export const CONTENTS: Readonly<Record<string, readonly Part[]>> = {
  'policy-engine': [
    {
      name: 'policy-engine',
      pages: [
        'index',
        'quick-start',
        'first-decision',
        'integrations',
        'concepts',
        'operations',
        'reference',
        'comparison',
      ],
    },
    {
      name: 'In your application',
      pages: ['hosts', 'orms', 'auth-libraries', 'components', 'client-routers', 'take-over'],
    },
    {
      name: 'Consent',
      pages: ['policy-texts', 'consent-banner', 'scripts-and-cookies', 'regions', 'california', 'accessibility'],
    },
    {
      name: 'Personal data',
      pages: ['policy-engine-portability', 'exports', 'stored-values', 'columns', 'erasure'],
    },
    {
      name: 'Running it',
      pages: [
        'policy-engine-configuration',
        'policy-engine-background-work',
        'webhooks',
        'witnesses-and-restores',
        'ledger-format',
        'changelog',
      ],
    },
    { name: 'Errors', folder: 'errors' },
  ],
  'page-renderer': [
    {
      name: 'page-renderer',
      pages: [
        'index',
        'quick-start',
        'integrations',
        'other-languages',
        'concepts',
        'operations',
        'reference',
        'comparison',
      ],
    },
    { name: 'What is rendered', pages: ['complete', 'snapshot', 'caching', 'warming'] },
    { name: 'Checking pages', pages: ['inspect', 'explain', 'audit', 'page-renderer-conformance'] },
    { name: 'Running it', pages: ['deployment', 'fleet', 'observability', 'changelog'] },
    { name: 'Findings', folder: 'judgements' },
    { name: 'Errors', folder: 'errors' },
  ],
  'render-middleware': [
    {
      name: 'render-middleware',
      pages: [
        'index',
        'quick-start',
        'integrations',
        'concepts',
        'operations',
        'reference',
        'servers',
        'changelog',
        'errors/invalid-option',
      ],
    },
  ],
};
