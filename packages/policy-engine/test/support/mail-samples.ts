/** Sample data of every mail. */
import type { MailData } from 'policy-engine';

const requestId = '0199e1c0-0000-7000-8000-000000000001';
const own = { requestId, path: '/user_portability_requests' };
const dueAt = '2027-03-01T04:59:59.999Z';
const receiptOf = (words: string): MailData['erasure_completed']['receipt'] => ({
  requestId,
  begunAt: dueAt,
  completedAt: dueAt,
  entries: [
    { rule: 'orders', label: words, action: 'keep', rows: 2, reason: words, until: dueAt },
    { rule: 'reviews', label: 'Reviews', action: 'pseudonymise', rows: 1234, reason: 'Still there', until: null },
    { rule: 'search', label: 'Search index', action: 'run', rows: null, reason: null, until: null },
  ],
  backupsUntil: dueAt,
  absence: {
    tables: 3,
    columns: 9,
    sampled: [],
    found: [{ table: 'logs', column: 'line', rows: 1, isKept: false, isDeclared: false }],
    notSearched: [{ table: 'audit', columns: null, reason: 'permission', note: null }],
    elsewhere: [],
    files: [],
    isIdShort: false,
    leftOut: 1,
  },
  told: [{ delivery: requestId, webhook: 'Parcel service' }],
});

/**
 * The data of each mail, for tests and for people who review mails.
 *
 * @param words text by people, wherever a mail has some
 */
export function mailSamples(words: string): MailData {
  const receipt = receiptOf(words);
  return {
    request_message: {
      kind: 'portability',
      requestId,
      messageId: requestId,
      path: `/request_messages/portability/${requestId}`,
      expiresAt: dueAt,
    },
    request_answered: {
      kind: 'portability',
      requestId,
      messageId: requestId,
      userId: words,
      path: `/portability_requests/${requestId}`,
    },
    portability_requested: { requestId, userId: words, dueAt, path: `/portability_requests/${requestId}` },
    portability_progress: own,
    portability_completed: { ...own, expireAt: dueAt },
    portability_denied: { ...own, reason: words },
    portability_extended: { ...own, reason: words, dueAt },
    policy_changed: { labels: { en: words }, note: words, path: '/user_terms/pending' },
    weekly_digest: {
      overdue: 2,
      week: 3,
      open: 1234,
      failed: 1,
      errors: 0,
      warnings: 4,
      path: '/home',
      policies: [{ labels: { en: words }, accepted: 1234, rejected: 7 }],
    },
    requests_overdue: { requests: [{ id: requestId, userId: words, dueAt }], total: 51, path: '/portability_requests' },
    erasure_identify: { ...own, link: 1, minutes: 30, path: `/erasure_identity?token=${'0'.repeat(64)}` },
    erasure_requested: { requestId, userId: words, dueAt, path: `/erasure_requests/${requestId}` },
    erasure_reopened: { requestId, dueAt, path: `/erasure_requests/${requestId}` },
    erasure_received: { ...own, dueAt, graceUntil: dueAt },
    erasure_confirmed: { ...own, beginsAt: dueAt },
    erasure_denied: { ...own, reason: words },
    erasure_held: { ...own, reason: words },
    erasure_released: own,
    erasure_extended: { ...own, reason: words, dueAt },
    erasure_cancelled: own,
    erasure_completed: { requestId, receipt, path: '/' },
    erasure_receipt: { requestId, receipt, path: `/erasure_requests/${requestId}` },
    ledger_digest: {
      size: 1234,
      note: `shop.example/0a1b2c3d\n1234\n${'Zm9v'.repeat(10)}Zm8=\n\n— shop.example/0a1b2c3d ${'Zm9v'.repeat(22)}\n`,
      path: '/ledger',
    },
  };
}
