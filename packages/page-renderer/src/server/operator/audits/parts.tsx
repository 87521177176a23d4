/** Parts of the pages about audits. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Audit, AuditCounts, AuditPhase } from '../../../audit/state.ts';
import type { Severity } from '../../../judgements/evidence/judgement.ts';
import { count } from '../../pages/format.ts';
import { Badge } from '../../pages/notice.tsx';
import type { Tone } from '../../pages/texts.ts';

/** How severities are shown. */
export const SEVERITY_TEXTS: Readonly<Record<Severity, { tone: Tone; label: string }>> = {
  error: { tone: 'danger', label: 'Error' },
  warning: { tone: 'warning', label: 'Warning' },
  note: { tone: 'neutral', label: 'Note' },
};

const PHASES: Readonly<Record<AuditPhase, { tone: Tone; label: string }>> = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  reading: { tone: 'neutral', label: 'Reading sitemaps' },
  visiting: { tone: 'neutral', label: 'Rendering pages' },
  comparing: { tone: 'neutral', label: 'Comparing pages' },
  done: { tone: 'success', label: 'Done' },
  failed: { tone: 'danger', label: 'Failed' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
};

/** The state of an audit. */
export function PhaseBadge({ phase }: Pick<Audit, 'phase'>): JSX.Element {
  const { tone, label } = PHASES[phase];
  return <Badge tone={tone}>{label}</Badge>;
}

/** `2 errors, 1 warning`; `No findings`. */
export function countsText({ error, warning, note }: AuditCounts): string {
  const parts = [
    ...(error > 0 ? [count(error, 'error')] : []),
    ...(warning > 0 ? [count(warning, 'warning')] : []),
    ...(note > 0 ? [count(note, 'note')] : []),
  ];
  return parts.length === 0 ? 'No findings' : parts.join(', ');
}

/** What has changed since the audit before; empty without one. */
export function changeText({ change }: Pick<Audit, 'change'>): string {
  if (!change) return '';
  const { added, gone } = change;
  return added + gone === 0 ? 'as before' : `${count(added)} new, ${count(gone)} gone`;
}
