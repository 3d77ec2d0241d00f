import { statement } from '~/core/db/postgres/statement.server';

const HOLD_COLUMNS = `h.operation_id AS operationId, h.account_id AS accountId, o.user_id AS userId,
  o.endpoint, o.category_id AS categoryId, o.api_key_id AS apiKeyId, o.is_free AS isFree,
  o.is_optimization AS isOptimization, o.provider, o.model, h.amount, h.state, h.is_dispatched AS isDispatched,
  h.price_rule AS priceRule, h.created_at AS createdAt, h.process_id AS processId, a.posted, a.held, a.debt
  FROM ledger_hold h JOIN ledger_operation o ON o.id = h.operation_id JOIN ledger_account a ON a.id = h.account_id`;

/** The statements on operations and their holds. */
export const OPERATIONS = {
  byKey: statement(
    `SELECT id, request_hash AS requestHash, state, answer, is_answer_sealed AS isAnswerSealed, purge_at AS purgeAt
     FROM ledger_operation WHERE user_id = @userId AND endpoint = @endpoint AND idempotency_key = @idempotencyKey`,
  ),
  userOf: statement('SELECT user_id AS userId FROM ledger_operation WHERE id = @operationId'),
  insert: statement(
    `INSERT INTO ledger_operation
       (id, user_id, endpoint, idempotency_key, request_hash, state, is_free, is_optimization, provider, model,
        created_at, category_id, api_key_id)
     VALUES (@id, @userId, @endpoint, @idempotencyKey, @requestHash, 'running', @isFree, @isOptimization, @provider,
        @model, @now, @categoryId, @apiKeyId)
     ON CONFLICT (user_id, endpoint, idempotency_key) DO NOTHING`,
  ),
  // The foreign key updates the hold's row.
  reopen: statement(
    `UPDATE ledger_operation SET id = @id, state = 'running', attempt = attempt + 1, is_free = @isFree,
       provider = @provider, model = @model, category_id = @categoryId, api_key_id = @apiKeyId, finished_at = NULL
     WHERE id = @previousId`,
  ),
  putHold: statement(
    `INSERT INTO ledger_hold (operation_id, account_id, amount, state, is_dispatched, price_rule, process_id, created_at,
       deadline_at)
     VALUES (@operationId, @accountId, @amount, 'open', true, @priceRule, @processId, @now, @deadline)
     ON CONFLICT (operation_id) DO UPDATE SET account_id = excluded.account_id, amount = excluded.amount, state = 'open',
       is_dispatched = true, price_rule = excluded.price_rule, process_id = excluded.process_id,
       created_at = excluded.created_at, deadline_at = excluded.deadline_at`,
  ),
  hold: statement(`SELECT ${HOLD_COLUMNS} WHERE h.operation_id = @operationId`),
  heldWithKey: statement(
    `SELECT coalesce(sum(h.amount), 0) AS sum FROM ledger_hold h JOIN ledger_operation o ON o.id = h.operation_id
     WHERE h.account_id = @accountId AND h.state = 'open' AND o.api_key_id = @apiKeyId`,
  ),
  openOfOtherProcesses: statement(
    "SELECT operation_id AS operationId FROM ledger_hold WHERE state = 'open' AND process_id <> @processId",
  ),
  openPastDeadline: statement(
    `SELECT operation_id AS operationId FROM ledger_hold WHERE state = 'open' AND deadline_at < @now
     ORDER BY deadline_at LIMIT @limit`,
  ),
  postpone: statement('UPDATE ledger_hold SET deadline_at = @deadline WHERE operation_id = @operationId'),
  endHold: statement(
    'UPDATE ledger_hold SET state = @state, usage = @extras, is_counted = @isCounted WHERE operation_id = @operationId',
  ),
  storeAnswer: statement(
    `UPDATE ledger_operation SET state = 'answered', answer = @answer, is_answer_sealed = @isSealed,
       provider_request_id = @providerRequestId, finished_at = @now, purge_at = @purgeAt
     WHERE id = @id`,
  ),
  setModel: statement(
    'UPDATE ledger_operation SET provider = @provider, model = @model WHERE id = @operationId',
  ),
  setPriceRule: statement('UPDATE ledger_hold SET price_rule = @priceRule WHERE operation_id = @operationId'),
  fail: statement("UPDATE ledger_operation SET state = 'failed', finished_at = @now WHERE id = @operationId"),
  purge: statement(
    `UPDATE ledger_operation SET answer = NULL, is_answer_sealed = false, purge_at = NULL
     WHERE id IN (SELECT id FROM ledger_operation WHERE purge_at <= @now LIMIT @limit)`,
  ),
  expire: statement(
    'UPDATE ledger_operation SET purge_at = @now WHERE user_id = @userId AND answer IS NOT NULL',
  ),
  anonymize: statement(
    `UPDATE ledger_operation SET idempotency_key = id, request_hash = '', category_id = NULL WHERE id IN (
       SELECT id FROM ledger_operation WHERE user_id = @userId AND request_hash <> '' LIMIT @limit)`,
  ),
} as const;
