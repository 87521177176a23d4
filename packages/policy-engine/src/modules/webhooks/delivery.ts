/** An event on its way to one webhook. */
import type { TimeText } from '../../platform/database/times.ts';

/**
 * `waiting` is tried, or tried again; `delivered` was answered with 2xx; `gone` was answered with 410, which asks for
 * no more; `failed` was abandoned.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'gone'] as const;
/** One of {@link deliveryStates}. */
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery as the list shows it. */
export interface Delivery {
  readonly id: string;
  /** Id of the event, the same for each webhook. */
  readonly eventId: string;
  /** Name of the webhook. */
  readonly webhook: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next; null once it is not any more. */
  readonly dueAt: TimeText | null;
  readonly attemptedAt: TimeText | null;
  /** HTTP status of the last answer; null for none. */
  readonly status: number | null;
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null;
  readonly createdAt: TimeText;
  /** When it was delivered or abandoned. */
  readonly endedAt: TimeText | null;
}

/** A delivery with what was sent and answered. */
export interface WholeDelivery extends Delivery {
  /** As it is sent; null once it was deleted. */
  readonly body: string | null;
  /** How the last answer begins. */
  readonly answer: string | null;
}

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly body: string;
  /** Before this one. */
  readonly attempts: number;
}

/** How an attempt ended. */
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
