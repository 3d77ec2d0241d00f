import type { SqliteConnection } from '~/core/db/sqlite/database.server';
import type { KeyRow, KeyRows } from '../key-rows';

const KEY_COLUMNS = `
  SELECT k.id, k.name, k.secret_hash AS secretHash, k.permissions, k.models, k.monthly_cap AS monthlyCap,
    k.per_request_cap AS perRequestCap, k.requests_per_minute AS requestsPerMinute, k.last_used_at AS lastUsedAt,
    k.expires_at AS expiresAt, u.id AS userId, u.email, u.first_name AS firstName, u.last_name AS lastName,
    u.created_at AS userCreatedAt, u.last_login_at AS lastLoginAt,
    (SELECT group_concat(role) FROM user_role WHERE user_id = u.id) AS roles
  FROM api_key k CROSS JOIN user u ON u.id = k.user_id
  WHERE k.revoked_at IS NULL AND u.suspended_at IS NULL AND u.deleted_at IS NULL`;

export const KEY_QUERIES = {
  byPrefix: `${KEY_COLUMNS} AND k.prefix = ?`,
  byId: `${KEY_COLUMNS} AND k.id = ?`,
} as const;

export function createSqliteKeyRows({ connection, lock }: SqliteConnection): KeyRows {
  const byPrefix = connection.prepare<[string], KeyRow>(KEY_QUERIES.byPrefix);
  const byId = connection.prepare<[string], KeyRow>(KEY_QUERIES.byId);
  const setUsed = connection.prepare<[string, string]>('UPDATE api_key SET last_used_at = ? WHERE id = ?');
  return {
    byPrefix: (prefix) => lock.run(() => byPrefix.get(prefix)),
    byId: (apiKeyId) => lock.run(() => byId.get(apiKeyId)),
    setUsed: (apiKeyId, atMs) => lock.run(() => void setUsed.run(new Date(atMs).toISOString(), apiKeyId)),
  };
}
