/** A deleted account. */
export interface DeletedUser {
  /** In the order of registration. */
  number: bigint;
  id: string;
  /** Rows of it are left, or it was deleted so recently that a request in progress may still write some. */
  mayHaveRows: boolean;
}

/** The rows that belong to users, in every table with a `user_id` that is not kept for accounting. */
export interface UserRows {
  /** Removes a user's rows, except from these tables, in small commits. */
  remove(userId: string, except: ReadonlySet<string>): Promise<void>;
  /** The deleted users after one, in order, at most a batch; empty at the end. `recentFrom`: see `mayHaveRows`. */
  deletedAfter(number: bigint, recentFrom: Date): Promise<DeletedUser[]>;
}

/** Tables required for accounting and by law. They contain no personal data: docs/decisions/0022-forgetting.md. */
export const RETAINED_TABLES: ReadonlySet<string> = new Set([
  'ledger_account',
  'ledger_operation',
  'ledger_day',
  'ledger_posting',
  'topup',
]);
