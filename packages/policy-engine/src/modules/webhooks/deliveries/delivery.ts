/** The delivery of an event to one webhook. */
import type { TimeText } from '../../../platform/database/statements/times.ts';

/**
 * `waiting`: to be tried, or retried; `delivered`: the receiver responded with 2xx; `gone`: it responded with 410, which declines
 * further attempts; `failed`: abandoned; `resolved`: abandoned, and an administrator has told the receiver in another way.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'resolved', 'gone'] as const;
/** Longest note on how a failure was resolved. */
export const LONGEST_NOTE = 1000;
/** One of {@link deliveryStates}. */
export type DeliveryState = (typeof deliveryStates)[number];

/** The orders of a list, the usual one first. */
export const deliveryOrders = ['-at', 'at'] as const;
/** One of {@link deliveryOrders}. */
export type DeliveryOrder = (typeof deliveryOrders)[number];

/** The error of a response that is neither a success nor a redirect. @param status its HTTP status */
export function answeredWith(status: number): string {
  return `Answered ${status}`;
}

/** Paths of the pages, below the mount path. */
export const deliveryPaths = {
  all: '/webhooks',
  /** Those that are not sent again by themselves. */
  failed: '/webhooks?state=failed',
  one: (id: string) => `/webhooks/${id}`,
  send: (id: string) => `/webhooks/${id}/send`,
  resolve: (id: string) => `/webhooks/${id}/resolve`,
} as const;

/** Prefix of all types: too long for a table. */
export const PREFIX = 'policy-engine.';

/** A type, or a pattern of types, without the prefix of all. */
export function shortType(type: string): string {
  return type.replace(PREFIX, '');
}

/** A delivery as the list shows it. */
export interface Delivery {
  readonly id: string;
  /** Id of the event, the same for each webhook. */
  readonly eventId: string;
  /** Name of the webhook. */
  readonly webhook: string;
  readonly type: string;
  /** The host's ID of the person it is about; null for nobody, and once the body was deleted. */
  readonly userId: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next; null if it is not tried any more. */
  readonly dueAt: TimeText | null;
  readonly attemptedAt: TimeText | null;
  /** HTTP status of the last response; null for none. */
  readonly status: number | null;
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null;
  readonly createdAt: TimeText;
  /** When it was delivered or abandoned. */
  readonly endedAt: TimeText | null;
}

/** A delivery with its request and response. */
export interface WholeDelivery extends Delivery {
  /** As sent; null once it was deleted. */
  readonly body: string | null;
  /** Start of the last response. */
  readonly answer: string | null;
  /** How an administrator resolved it; null if nobody did. */
  readonly note: string | null;
}

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly body: string;
  /** Number of earlier attempts. */
  readonly attempts: number;
}

/** The result of an attempt. */
export interface Outcome {
  readonly state: DeliveryState;
  readonly dueAt: Date | null;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

/** Which deliveries are listed. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly webhook?: string | undefined;
}
