/** Something that one administrator proposed, and another one must confirm. */
import type { TimeText } from '../../platform/database/statements/times.ts';
import type { ApprovedAct } from './options.ts';

/** Path of the list, below the mount path. */
export const APPROVALS = '/approvals';

/** Something that was proposed. */
export interface Approval {
  readonly id: string;
  readonly act: ApprovedAct;
  readonly subject: string;
  readonly path: string;
  /** The host's ID of the administrator. */
  readonly proposedBy: string;
  readonly createdAt: TimeText;
}
