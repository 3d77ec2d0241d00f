import type { Database } from 'better-sqlite3';
import type { Redirection } from '../contract';
import {
  holdRow,
  operationRow,
  type HoldRow,
  type NewHold,
  type NewOperation,
  type OperationRow,
  type StoredAnswer,
} from '../rules/rows';
import { storedRule } from '../stored-rule';

const HOLD_COLUMNS = `h.operation_id AS operationId, h.account_id AS accountId, o.user_id AS userId,
  o.endpoint, o.category_id AS categoryId, o.api_key_id AS apiKeyId, o.is_free AS isFree, o.is_optimization AS isOptimization, o.provider,
  o.model, h.amount, h.state, h.is_dispatched AS isDispatched,
  h.price_rule AS priceRule, h.created_at AS createdAt, h.process_id AS processId,
  a.posted, a.held, a.debt
  FROM ledger_hold h JOIN ledger_operation o ON o.id = h.operation_id JOIN ledger_account a ON a.id = h.account_id`;

export type Operations = ReturnType<typeof operationsOf>;

export function operationsOf(connection: Database) {
  const byKey = connection.prepare<[string, string, string], OperationRow>(
    `SELECT id, request_hash AS requestHash, state, answer, is_answer_sealed AS isAnswerSealed, purge_at AS purgeAt
     FROM ledger_operation WHERE user_id = ? AND endpoint = ? AND idempotency_key = ?`,
  );
  const insert = connection.prepare<[ReturnType<typeof operationRow>]>(
    `INSERT INTO ledger_operation
       (id, user_id, endpoint, idempotency_key, request_hash, state, is_free, is_optimization, provider, model,
        created_at, category_id, api_key_id)
     VALUES (@id, @userId, @endpoint, @idempotencyKey, @requestHash, 'running', @isFree, @isOptimization, @provider,
        @model, @now, @categoryId, @apiKeyId)
     ON CONFLICT (user_id, endpoint, idempotency_key) DO NOTHING`,
  );
  // The foreign key updates the hold's row.
  const reopen = connection.prepare<[ReturnType<typeof operationRow> & { previousId: string }]>(
    `UPDATE ledger_operation SET id = @id, state = 'running', attempt = attempt + 1, is_free = @isFree,
       provider = @provider, model = @model, category_id = @categoryId, api_key_id = @apiKeyId, finished_at = NULL
     WHERE id = @previousId`,
  );
  const putHold = connection.prepare<[ReturnType<typeof holdRow>]>(
    `INSERT INTO ledger_hold (operation_id, account_id, amount, state, is_dispatched, price_rule, process_id, created_at,
       deadline_at)
     VALUES (@operationId, @accountId, @amount, 'open', 1, @priceRule, @processId, @now, @deadline)
     ON CONFLICT (operation_id) DO UPDATE SET account_id = @accountId, amount = @amount, state = 'open',
       is_dispatched = 1, price_rule = @priceRule, process_id = @processId, created_at = @now, deadline_at = @deadline`,
  );
  const holdOf = connection.prepare<[string], HoldRow>(`SELECT ${HOLD_COLUMNS} WHERE h.operation_id = ?`);
  // An account has few open holds, so they need no index by key.
  const heldWithKey = connection
    .prepare<[string, string], bigint>(
      `SELECT coalesce(sum(h.amount), 0) FROM ledger_hold h CROSS JOIN ledger_operation o ON o.id = h.operation_id
       WHERE h.account_id = ? AND h.state = 'open' AND o.api_key_id = ?`,
    )
    .pluck();
  const openOfOtherProcesses = connection.prepare<[string], HoldRow>(
    `SELECT ${HOLD_COLUMNS} WHERE h.state = 'open' AND h.process_id <> ?`,
  );
  const openPastDeadline = connection.prepare<[bigint, bigint], HoldRow>(
    `SELECT ${HOLD_COLUMNS} WHERE h.state = 'open' AND h.deadline_at < ? ORDER BY h.deadline_at LIMIT ?`,
  );
  const postpone = connection.prepare<[bigint, string]>(
    'UPDATE ledger_hold SET deadline_at = ? WHERE operation_id = ?',
  );
  const endHold = connection.prepare<[string, string | null, bigint, string]>(
    'UPDATE ledger_hold SET state = ?, usage = ?, is_counted = ? WHERE operation_id = ?',
  );
  const storeAnswer = connection.prepare<[StoredAnswer]>(
    `UPDATE ledger_operation SET state = 'answered', answer = @answer, is_answer_sealed = @isSealed,
       provider_request_id = @providerRequestId, finished_at = @now, purge_at = @purgeAt
     WHERE id = @id`,
  );
  const setModel = connection.prepare<[string, string, string]>(
    'UPDATE ledger_operation SET provider = ?, model = ? WHERE id = ?',
  );
  const setPriceRule = connection.prepare<[string, string]>(
    'UPDATE ledger_hold SET price_rule = ? WHERE operation_id = ?',
  );
  const fail = connection.prepare<[bigint, string]>(
    "UPDATE ledger_operation SET state = 'failed', finished_at = ? WHERE id = ?",
  );
  const purge = connection.prepare<[bigint, bigint]>(
    `UPDATE ledger_operation SET answer = NULL, is_answer_sealed = 0, purge_at = NULL
     WHERE id IN (SELECT id FROM ledger_operation WHERE purge_at <= ? LIMIT ?)`,
  );
  const expire = connection.prepare<[bigint, string]>(
    'UPDATE ledger_operation SET purge_at = ? WHERE user_id = ? AND answer IS NOT NULL',
  );
  const anonymize = connection.prepare<[string, bigint]>(
    `UPDATE ledger_operation SET idempotency_key = id, request_hash = '', category_id = NULL WHERE id IN (
       SELECT id FROM ledger_operation WHERE user_id = ? AND request_hash <> '' LIMIT ?)`,
  );

  return {
    find: (userId: string, endpoint: string, key: string) => byKey.get(userId, endpoint, key),

    /** Returns false, without writing, if the key exists. */
    start: (operation: NewOperation): boolean => insert.run(operationRow(operation)).changes === 1,

    /** Retries a key after a failed attempt. The id changes, so a late result of the old attempt has no effect. */
    restart(previousId: string, operation: NewOperation): void {
      reopen.run({ ...operationRow(operation), previousId });
    },

    hold(operation: NewOperation, hold: NewHold): void {
      putHold.run(holdRow(operation, hold));
    },

    findHold: (operationId: string) => holdOf.get(operationId),
    /** The sum of an account's open holds with this API key. */
    heldWithKey: (accountId: string, apiKeyId: string): bigint => heldWithKey.get(accountId, apiKeyId) ?? 0n,
    openHoldsOfOtherProcesses: (processId: string) => openOfOtherProcesses.all(processId),
    openHoldsPastDeadline: (now: bigint, limit: number) => openPastDeadline.all(now, BigInt(limit)),

    postponeDeadline(operationId: string, deadline: bigint): void {
      postpone.run(deadline, operationId);
    },

    redirect({ operationId, provider, model, price }: Redirection): void {
      setModel.run(provider, model, operationId);
      setPriceRule.run(storedRule(price), operationId);
    },

    /** `extras`: billed usage other than plain tokens. */
    finish(answer: StoredAnswer, extras: string | null, isCounted: boolean): void {
      endHold.run('settled', extras, isCounted ? 1n : 0n, answer.id);
      storeAnswer.run(answer);
    },

    fail(operationId: string, now: bigint): void {
      endHold.run('released', null, 1n, operationId);
      fail.run(now, operationId);
    },

    /** Deletes responses past their purge date; returns how many. */
    purge: (now: bigint, limit: number): number => purge.run(now, BigInt(limit)).changes,

    /** Makes a user's responses due for the next purge. */
    expireAnswersOf(userId: string, now: bigint): void {
      expire.run(now, userId);
    },

    /** Clears a user's idempotency keys and request hashes; returns how many. */
    anonymize: (userId: string, limit: number): number => anonymize.run(userId, BigInt(limit)).changes,
  };
}
