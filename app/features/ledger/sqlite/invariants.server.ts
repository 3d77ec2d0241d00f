import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { usdText } from '../money';
import { SYSTEM } from './accounts.server';

/** The sweep runs once a minute; a hold is a fault only if the sweep should have released it. */
const SWEEP_GRACE_MS = 2 * MINUTE_MS;

/** Sums of one account's entries. */
export interface EntryTotals {
  id: string;
  sum: bigint;
  entries: bigint;
  debt: bigint;
  spent: bigint;
}

export const ENTRY_TOTALS = `
  SELECT account_id AS id, sum(amount) AS sum, count(*) AS entries,
    sum(CASE WHEN kind IN ('debt', 'debt_payment') THEN amount ELSE 0 END) AS debt,
    sum(CASE WHEN kind = 'usage' THEN -amount ELSE 0 END) AS spent
  FROM ledger_entry WHERE rowid BETWEEN @from AND @to GROUP BY account_id`;

export interface AccountRecord {
  id: string;
  isPerson: bigint;
  posted: bigint;
  held: bigint;
  debt: bigint;
  version: bigint;
  openHolds: bigint;
  spentOnDays: bigint;
  /** The user is deleted, and with it their usage history. */
  isGone: bigint;
  spentInQuarters: bigint;
}

export const ACCOUNTS = `
  SELECT id, user_id IS NOT NULL AS isPerson, posted, held, debt, version,
    coalesce((SELECT sum(amount) FROM ledger_hold WHERE account_id = a.id AND state = 'open'), 0) AS openHolds,
    coalesce((SELECT sum(spent) FROM ledger_day WHERE user_id = a.user_id), 0) AS spentOnDays,
    coalesce((SELECT sum(cost) FROM ledger_usage WHERE user_id = a.user_id), 0) AS spentInQuarters,
    coalesce((SELECT deleted_at IS NOT NULL FROM user WHERE id = a.user_id), 0) AS isGone
  FROM ledger_account a WHERE rowid BETWEEN @from AND @to`;

/** Compare an account with its entries, holds and days. */
export const ACCOUNT_CHECKS: readonly ((a: AccountRecord, of: EntryTotals) => string | undefined)[] = [
  (a, of) =>
    fault(a.posted === of.sum, `${a.id} has ${usd(a.posted)} posted, but its entries sum to ${usd(of.sum)}.`),
  (a) =>
    fault(
      a.held === a.openHolds,
      `${a.id} has ${usd(a.held)} held, but its open holds sum to ${usd(a.openHolds)}.`,
    ),
  (a, of) =>
    fault(a.version === of.entries, `${a.id} is at version ${a.version}, but has ${of.entries} entries.`),
  (a, of) =>
    fault(
      !a.isPerson || a.debt === of.debt,
      `${a.id} owes ${usd(a.debt)}, but its debt entries sum to ${usd(of.debt)}.`,
    ),
  (a) =>
    fault(
      !a.isPerson || a.posted >= a.held,
      `${a.id} has ${usd(a.held)} held, more than the ${usd(a.posted)} posted.`,
    ),
  (a) =>
    fault(
      a.debt === 0n || a.posted <= a.held,
      `${a.id} owes ${usd(a.debt)} although it has money that is not held.`,
    ),
  (a, of) =>
    fault(
      !a.isPerson || a.spentOnDays === of.spent,
      `${a.id} spent ${usd(of.spent)} by its entries, but ${usd(a.spentOnDays)} by its days.`,
    ),
  (a, of) =>
    fault(
      !a.isPerson || a.isGone === 1n || a.spentInQuarters === of.spent,
      `${a.id} spent ${usd(of.spent)} by its entries, but ${usd(a.spentInQuarters)} by its quarters of an hour.`,
    ),
];

interface RowCheck {
  table:
    | 'ledger_entry'
    | 'ledger_operation'
    | 'ledger_hold'
    | 'ledger_day'
    | 'ledger_key_month'
    | 'ledger_posting';
  /** Selects a sentence for each invalid row from @from to @to. */
  sql: string;
}

/** Find rows that contradict other rows. */
export const ROW_CHECKS: readonly RowCheck[] = [
  {
    table: 'ledger_entry',
    sql: `SELECT 'Entry ' || e.id || ' of ' || e.account_id || ' (version ' || e.version ||
        ') does not follow from the one before it.' AS fault
      FROM ledger_entry e
      LEFT JOIN ledger_entry before ON before.account_id = e.account_id AND before.version = e.version - 1
      WHERE e.rowid BETWEEN @from AND @to
        AND e.balance_after IS NOT e.amount + CASE WHEN e.version = 1 THEN 0 ELSE before.balance_after END`,
  },
  {
    table: 'ledger_entry',
    sql: `SELECT 'The sides of posting ' || posting_id || ' do not sum to 0.' AS fault
      FROM (SELECT DISTINCT posting_id FROM ledger_entry WHERE rowid BETWEEN @from AND @to) p
      WHERE (SELECT sum(amount) FROM ledger_entry WHERE posting_id = p.posting_id) <> 0`,
  },
  {
    table: 'ledger_operation',
    sql: `SELECT 'Operation ' || id || ' is ' || state || ' and has ' || usages || ' usage entries.' AS fault
      FROM (SELECT id, state, (SELECT count(*) FROM ledger_entry WHERE operation_id = o.id AND kind = 'usage') AS usages
        FROM ledger_operation o WHERE rowid BETWEEN @from AND @to)
      WHERE usages <> (state = 'answered')`,
  },
  {
    table: 'ledger_operation',
    sql: `SELECT 'Operation ' || o.id || ' is ' || o.state || ', but its hold is ' || coalesce(h.state, 'missing') || '.' AS fault
      FROM ledger_operation o LEFT JOIN ledger_hold h ON h.operation_id = o.id
      WHERE o.rowid BETWEEN @from AND @to AND (o.state, coalesce(h.state, 'missing')) NOT IN
        (VALUES ('running', 'open'), ('answered', 'settled'), ('failed', 'released'))`,
  },
  {
    table: 'ledger_operation',
    sql: `SELECT 'Operation ' || id || ' is ' || state || ', but has an answer.' AS fault
      FROM ledger_operation WHERE rowid BETWEEN @from AND @to AND state <> 'answered' AND answer IS NOT NULL`,
  },
  {
    table: 'ledger_hold',
    sql: `SELECT 'The hold of operation ' || operation_id || ' belongs to no operation or account.' AS fault
      FROM ledger_hold h WHERE rowid BETWEEN @from AND @to AND (
        NOT EXISTS (SELECT 1 FROM ledger_operation WHERE id = h.operation_id) OR
        NOT EXISTS (SELECT 1 FROM ledger_account WHERE id = h.account_id))`,
  },
  {
    table: 'ledger_hold',
    sql: `SELECT 'The hold of operation ' || h.operation_id || ' is on ' || h.account_id || ', which is not who pays.' AS fault
      FROM ledger_hold h JOIN ledger_operation o ON o.id = h.operation_id
      WHERE h.rowid BETWEEN @from AND @to
        AND h.account_id <> CASE WHEN o.is_free THEN '${SYSTEM.promo}' ELSE 'user:' || o.user_id END`,
  },
  {
    table: 'ledger_hold',
    sql: `SELECT 'The hold of operation ' || operation_id || ' is open past its deadline.' AS fault
      FROM ledger_hold WHERE rowid BETWEEN @from AND @to AND state = 'open' AND deadline_at < @now - ${SWEEP_GRACE_MS}
        AND operation_id NOT IN (SELECT value FROM json_each(@underWay))`,
  },
  {
    table: 'ledger_day',
    sql: `SELECT 'The spending of ' || user_id || ' on ' || day || ' is not what the entries of that day say.' AS fault
      FROM ledger_day d WHERE rowid BETWEEN @from AND @to AND spent <> coalesce(
        (SELECT -sum(amount) FROM ledger_entry WHERE account_id = 'user:' || d.user_id AND kind = 'usage'
          AND occurred_at BETWEEN unixepoch(d.day) * 1000 AND unixepoch(d.day) * 1000 + ${DAY_MS - 1}), 0)`,
  },
  {
    table: 'ledger_entry',
    sql: `SELECT 'Entry ' || e.id || ' has another API key than its operation.' AS fault
      FROM ledger_entry e LEFT JOIN ledger_operation o ON o.id = e.operation_id
      WHERE e.rowid BETWEEN @from AND @to
        AND e.api_key_id IS NOT CASE WHEN e.kind = 'usage' THEN o.api_key_id END`,
  },
  {
    table: 'ledger_entry',
    sql: `SELECT 'The month of API key ' || e.api_key_id || ' lacks the charge of entry ' || e.id || '.' AS fault
      FROM ledger_entry e WHERE e.rowid BETWEEN @from AND @to AND e.api_key_id IS NOT NULL AND e.amount <> 0
        AND NOT EXISTS (SELECT 1 FROM ledger_key_month WHERE api_key_id = e.api_key_id
          AND month = strftime('%Y-%m', e.occurred_at / 1000, 'unixepoch'))`,
  },
  {
    table: 'ledger_key_month',
    sql: `SELECT 'The spending of API key ' || api_key_id || ' in ' || month || ' is not what its entries say.' AS fault
      FROM ledger_key_month m WHERE rowid BETWEEN @from AND @to AND spent <> coalesce(
        (SELECT -sum(amount) FROM ledger_entry WHERE api_key_id = m.api_key_id
          AND occurred_at >= unixepoch(m.month || '-01') * 1000
          AND occurred_at < unixepoch(m.month || '-01', '+1 month') * 1000), 0)`,
  },
  {
    table: 'ledger_posting',
    sql: `SELECT 'The ' || kind || ' with key ' || idempotency_key || ' has no entry of its amount.' AS fault
      FROM ledger_posting p WHERE rowid BETWEEN @from AND @to AND NOT EXISTS
        (SELECT 1 FROM ledger_entry WHERE posting_id = p.id AND kind = p.kind AND amount = p.amount
          AND account_id = 'user:' || p.user_id)`,
  },
];

/** Free operations by user, day and kind, to compare the holds with the daily counters. */
export interface FreeCalls {
  userId: string;
  day: string;
  isOptimization: bigint;
  count: bigint;
}

export const FREE_CALLS_OF_HOLDS = `
  SELECT o.user_id AS userId, date(h.created_at / 1000, 'unixepoch') AS day, o.is_optimization AS isOptimization,
    count(*) AS count
  FROM ledger_hold h JOIN ledger_operation o ON o.id = h.operation_id
  WHERE h.rowid BETWEEN @from AND @to AND o.is_free AND h.is_counted AND h.state <> 'released' GROUP BY 1, 2, 3`;

export const FREE_CALLS_OF_DAYS = `
  SELECT user_id AS userId, day, 0 AS isOptimization, free_sends AS count
  FROM ledger_day WHERE rowid BETWEEN @from AND @to AND free_sends <> 0
  UNION ALL SELECT user_id, day, 1, free_optimizations
  FROM ledger_day WHERE rowid BETWEEN @from AND @to AND free_optimizations <> 0`;

const usd = usdText;

const fault = (isSound: boolean, sentence: string): string | undefined => (isSound ? undefined : sentence);
