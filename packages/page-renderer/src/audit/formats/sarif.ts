/** The report of an audit as SARIF 2.1.0, which code hosts and other tools show. */
import { createHash } from 'node:crypto';
import { VERSION } from '../../kernel/version.ts';
import { judgementPage } from '../../judgements/judgements.ts';
import { FINDING_KINDS } from '../data/kinds.ts';
import type { AuditFinding } from '../data/finding.ts';
import { identityOf } from '../data/finding.ts';
import type { AuditReport } from '../store.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const STATES = { new: 'new', same: 'unchanged', gone: 'absent' } as const;

/** A log with one run. @param site address of the start page */
export function sarifOf(site: string, { findings, gone }: AuditReport): object {
  const results = [
    ...findings.map(({ change, ...finding }) => resultOf(finding, change ?? undefined)),
    ...gone.map((finding) => resultOf(finding, 'gone')),
  ];
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'page-renderer',
            semanticVersion: VERSION,
            rules: FINDING_KINDS.map(({ name, severity }) => ({
              id: name,
              shortDescription: { text: name.replaceAll('-', ' ') },
              helpUri: judgementPage(name),
              defaultConfiguration: { level: severity },
            })),
          },
        },
        automationDetails: { id: `site-audit/${site}` },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

function resultOf(finding: AuditFinding, change: keyof typeof STATES | undefined): object {
  const { kind, severity, url, sentence, says } = finding;
  const details = says.map(({ place, value }) => `${place}: ${value}`);
  return {
    ruleId: kind,
    ruleIndex: FINDING_KINDS.findIndex(({ name }) => name === kind),
    level: severity,
    message: { text: [sentence, ...details].join('\n') },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(url) } } }],
    partialFingerprints: { 'kindAndAddress/v1': createHash('sha256').update(identityOf(finding)).digest('hex') },
    ...(change !== undefined && { baselineState: STATES[change] }),
  };
}

/** An address as RFC 3986 has it: those of the web may have `[`, `|` and other characters in their queries. */
function uriOf(url: string): string {
  const [, host = '', rest = '', fragment = ''] = /^([a-z]+:\/\/[^/?#]*)?([^#]*)(#.*)?$/s.exec(url) ?? [];
  const plain = (text: string) => text.replaceAll(/[^\w.~!$&'()*+,;=:@/?%-]|%(?![\dA-Fa-f]{2})/g, encodeURIComponent);
  return host + plain(rest) + (fragment === '' ? '' : `#${plain(fragment.slice(1))}`);
}
