/** What all requests of people share. Each kind adds its own parts. */
import type { TimeText } from '../../../platform/database/statements/times.ts';

/** A request of a person. `State` is one of the words of its kind. */
export interface PersonRequest<State extends string = string> {
  readonly id: string;
  /** The host's ID of the person; null once they are erased. */
  readonly userId: string | null;
  readonly state: State;
  /** The person's language, BCP 47; null if it was never known. */
  readonly locale: string | null;
  readonly createdAt: TimeText;
  /** Last moment of the legal deadline. */
  readonly dueAt: TimeText;
  readonly extendedAt: TimeText | null;
  readonly extensionReason: string | null;
  readonly confirmedAt: TimeText | null;
  /** When it was answered. */
  readonly closedAt: TimeText | null;
  /** Why it was denied. */
  readonly reason: string | null;
}

/** The states of a kind of request. */
export interface States<State extends string> {
  readonly all: readonly State[];
  /** Those in which the request is open. */
  readonly open: readonly State[];
}

/** Which requests an administrator lists. */
export type RequestFilter<State extends string> = State | 'open' | 'overdue';

/** Whether the request is open. */
export function isOpen<State extends string>({ state }: { readonly state: State }, { open }: States<State>): boolean {
  return open.includes(state);
}

/** Whether the request is overdue. */
export function isOverdue<State extends string>(
  request: Pick<PersonRequest<State>, 'state' | 'dueAt'>,
  states: States<State>,
  now: Date,
): boolean {
  return isOpen(request, states) && request.dueAt < now.toISOString();
}
