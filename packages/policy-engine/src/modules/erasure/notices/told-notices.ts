/** Reports erasure requests to other systems, besides the mails, in the same transaction. */
import type { Database } from '../../../platform/database/port.ts';
import { notifyOfRequest, type RequestStep } from '../../requests/index.ts';
import type { WebhookService } from '../../webhooks/index.ts';
import type { ErasureNotices } from './notices.ts';
import type { ErasureRequest } from '../requests/request.ts';

/** Adds webhook events to notices. Identity verification is not reported, and another event reports the end. */
export function toldNotices(mails: ErasureNotices, webhooks: Pick<WebhookService, 'emit'>): ErasureNotices {
  const told =
    <Request extends ErasureRequest>(
      step: RequestStep,
      mail: (transaction: Database, request: Request) => Promise<void>,
    ) =>
    async (transaction: Database, request: Request): Promise<void> => {
      await mail(transaction, request);
      await notifyOfRequest(webhooks, transaction, step, { ...request, kind: 'erasure' });
    };
  return {
    identify: (transaction, request, minutes) => mails.identify(transaction, request, minutes),
    created: told('created', (transaction, request) => mails.created(transaction, request)),
    confirmed: told('confirmed', (transaction, request) => mails.confirmed(transaction, request)),
    denied: told('denied', (transaction, request: Parameters<ErasureNotices['denied']>[1]) =>
      mails.denied(transaction, request),
    ),
    held: told('held', (transaction, request: Parameters<ErasureNotices['held']>[1]) =>
      mails.held(transaction, request),
    ),
    released: told('released', (transaction, request) => mails.released(transaction, request)),
    extended: told('extended', (transaction, request: Parameters<ErasureNotices['extended']>[1]) =>
      mails.extended(transaction, request),
    ),
    cancelled: told('cancelled', (transaction, request) => mails.cancelled(transaction, request)),
    reopened: (transaction, request) => mails.reopened(transaction, request),
    completed: (transaction, request, to) => mails.completed(transaction, request, to),
  };
}
