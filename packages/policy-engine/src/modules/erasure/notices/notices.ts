/** Who is notified of an erasure, and when: the mails of the module, each in the transaction of its event. */
import type { Database } from '../../../platform/database/port.ts';
import type { ErasureReceipt } from '../plan/receipt.ts';
import type { ErasureRequest } from '../requests/request.ts';

/** Mails about erasures. */
export interface ErasureNotices {
  /** To the person: a link to verify their identity. @param minutes for which it works */
  identify(transaction: Database, request: ErasureRequest, minutes: number): Promise<void>;
  /**
   * To the administrators: somebody requests erasure. To the person: the request was received, and until when it can be withdrawn.
   */
  created(transaction: Database, request: ErasureRequest): Promise<void>;
  /** To the person: it was confirmed, and starts automatically at the end of the grace period. */
  confirmed(transaction: Database, request: ErasureRequest): Promise<void>;
  denied(transaction: Database, request: ErasureRequest & { readonly reason: string }): Promise<void>;
  held(transaction: Database, request: ErasureRequest & { readonly holdReason: string }): Promise<void>;
  released(transaction: Database, request: ErasureRequest): Promise<void>;
  extended(transaction: Database, request: ErasureRequest & { readonly extensionReason: string }): Promise<void>;
  cancelled(transaction: Database, request: ErasureRequest): Promise<void>;
  /** To the administrators: a later search found data of the person again. */
  reopened(transaction: Database, request: ErasureRequest): Promise<void>;
  /**
   * To the person and the administrators: the receipt.
   *
   * @param to the person's address, read before it was erased; null if the host has none
   */
  completed(
    transaction: Database,
    request: ErasureRequest & { readonly receipt: ErasureReceipt },
    to: string | null,
  ): Promise<void>;
}
