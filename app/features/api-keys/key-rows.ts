/** A key with its account, in one row. */
export interface KeyRow {
  id: string;
  name: string;
  secretHash: string;
  permissions: string;
  models: string | null;
  monthlyCap: bigint | null;
  perRequestCap: bigint | null;
  requestsPerMinute: bigint | null;
  lastUsedAt: string | null;
  expiresAt: string | null;
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  userCreatedAt: string;
  lastLoginAt: string | null;
  roles: string | null;
}

/** Keys that work, but for their expiry, with their accounts. */
export interface KeyRows {
  byPrefix(prefix: string): Promise<KeyRow | undefined>;
  byId(apiKeyId: string): Promise<KeyRow | undefined>;
  setUsed(apiKeyId: string, atMs: number): Promise<void>;
}
