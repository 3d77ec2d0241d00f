import type { UserRef } from '~/core/server/session.server';

/** A completion that was paid, or replayed. */
export interface SettledCompletion {
  actor: UserRef;
  /** The client's key of the request. */
  operationKey: string;
  /** The saved prompt that the request was made from. */
  savedPromptId: string | undefined;
  costUsd: number;
}
