import type { Sql } from '~/core/db/sql';
import type { KeyRow, KeyRows } from './key-rows';

const KEY_COLUMNS = `
  SELECT k.id, k.name, k.secret_hash AS secretHash, k.permissions, k.models, k.monthly_cap AS monthlyCap,
    k.per_request_cap AS perRequestCap, k.requests_per_minute AS requestsPerMinute, k.last_used_at AS lastUsedAt,
    k.expires_at AS expiresAt, u.id AS userId, u.email, u.first_name AS firstName, u.last_name AS lastName,
    u.created_at AS userCreatedAt, u.last_login_at AS lastLoginAt,
    (SELECT string_agg(role, ',') FROM user_role WHERE user_id = u.id) AS roles
  FROM api_key k CROSS JOIN "user" u ON u.id = k.user_id
  WHERE k.revoked_at IS NULL AND u.suspended_at IS NULL AND u.deleted_at IS NULL`;

export const KEY_QUERIES = {
  byPrefix: `${KEY_COLUMNS} AND k.prefix = @prefix`,
  byId: `${KEY_COLUMNS} AND k.id = @id`,
} as const;

export const createKeyRows = (sql: Sql): KeyRows => ({
  byPrefix: (prefix) => sql.get<KeyRow>(KEY_QUERIES.byPrefix, { prefix }),
  byId: (id) => sql.get<KeyRow>(KEY_QUERIES.byId, { id }),
  async setUsed(id, atMs) {
    await sql.run('UPDATE api_key SET last_used_at = @at WHERE id = @id', {
      id,
      at: new Date(atMs).toISOString(),
    });
  },
});
