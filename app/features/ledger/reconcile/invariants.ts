import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { usdText } from '../money';
import { SYSTEM } from '../rules/accounts';

/** The sweep runs once a minute; a hold is a fault only if the sweep should have released it. */
const SWEEP_GRACE_MS = 2 * MINUTE_MS;

/** What the two databases write differently. */
export interface InvariantSql {
  /** The rows of a part of a table; `alias` ends with a dot, or is empty. */
  part: (alias: string) => string;
  /** A UTC day or month (text) as milliseconds since 1970, and the other way round. */
  dayStart: (day: string) => string;
  monthStart: (month: string) => string;
  nextMonthStart: (month: string) => string;
  dayOf: (ms: string) => string;
  monthOf: (ms: string) => string;
  /** The ids in the parameter `underWay`, a JSON array. */
  underWay: string;
}

/** Sums of one account's entries. */
export interface EntryTotals {
  id: string;
  sum: bigint;
  entries: bigint;
  debt: bigint;
  spent: bigint;
}

const entryTotals = ({ part }: InvariantSql) => `
  SELECT account_id AS id, sum(amount) AS sum, count(*) AS entries,
    sum(CASE WHEN kind IN ('debt', 'debt_payment') THEN amount ELSE 0 END) AS debt,
    sum(CASE WHEN kind = 'usage' THEN -amount ELSE 0 END) AS spent
  FROM ledger_entry WHERE ${part('')} GROUP BY account_id`;

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

const accounts = ({ part }: InvariantSql) => `
  SELECT id, user_id IS NOT NULL AS isPerson, posted, held, debt, version,
    coalesce((SELECT sum(amount) FROM ledger_hold WHERE account_id = a.id AND state = 'open'), 0) AS openHolds,
    coalesce((SELECT sum(spent) FROM ledger_day WHERE user_id = a.user_id), 0) AS spentOnDays,
    coalesce((SELECT sum(cost) FROM ledger_usage WHERE user_id = a.user_id), 0) AS spentInQuarters,
    coalesce((SELECT CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END FROM "user" WHERE id = a.user_id), 0) AS isGone
  FROM ledger_account a WHERE ${part('')}`;

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
const rowChecks = (sql: InvariantSql): readonly RowCheck[] => [
  {
    table: 'ledger_entry',
    sql: `SELECT 'Entry ' || e.id || ' of ' || e.account_id || ' (version ' || e.version ||
        ') does not follow from the one before it.' AS fault
      FROM ledger_entry e
      LEFT JOIN ledger_entry before ON before.account_id = e.account_id AND before.version = e.version - 1
      WHERE ${sql.part('e.')}
        AND e.balance_after IS DISTINCT FROM e.amount + CASE WHEN e.version = 1 THEN 0 ELSE before.balance_after END`,
  },
  {
    table: 'ledger_entry',
    sql: `SELECT 'The sides of posting ' || posting_id || ' do not sum to 0.' AS fault
      FROM (SELECT DISTINCT posting_id FROM ledger_entry WHERE ${sql.part('')}) p
      WHERE (SELECT sum(amount) FROM ledger_entry WHERE posting_id = p.posting_id) <> 0`,
  },
  {
    table: 'ledger_operation',
    sql: `SELECT 'Operation ' || id || ' is ' || state || ' and has ' || usages || ' usage entries.' AS fault
      FROM (SELECT id, state, (SELECT count(*) FROM ledger_entry WHERE operation_id = o.id AND kind = 'usage') AS usages
        FROM ledger_operation o WHERE ${sql.part('')}) AS counted
      WHERE usages <> CASE WHEN state = 'answered' THEN 1 ELSE 0 END`,
  },
  {
    table: 'ledger_operation',
    sql: `SELECT 'Operation ' || o.id || ' is ' || o.state || ', but its hold is ' || coalesce(h.state, 'missing') || '.' AS fault
      FROM ledger_operation o LEFT JOIN ledger_hold h ON h.operation_id = o.id
      WHERE ${sql.part('o.')} AND (o.state, coalesce(h.state, 'missing')) NOT IN
        (VALUES ('running', 'open'), ('answered', 'settled'), ('failed', 'released'))`,
  },
  {
    table: 'ledger_operation',
    sql: `SELECT 'Operation ' || id || ' is ' || state || ', but has an answer.' AS fault
      FROM ledger_operation WHERE ${sql.part('')} AND state <> 'answered' AND answer IS NOT NULL`,
  },
  {
    table: 'ledger_hold',
    sql: `SELECT 'The hold of operation ' || operation_id || ' belongs to no operation or account.' AS fault
      FROM ledger_hold h WHERE ${sql.part('')} AND (
        NOT EXISTS (SELECT 1 FROM ledger_operation WHERE id = h.operation_id) OR
        NOT EXISTS (SELECT 1 FROM ledger_account WHERE id = h.account_id))`,
  },
  {
    table: 'ledger_hold',
    sql: `SELECT 'The hold of operation ' || h.operation_id || ' is on ' || h.account_id || ', which is not who pays.' AS fault
      FROM ledger_hold h JOIN ledger_operation o ON o.id = h.operation_id
      WHERE ${sql.part('h.')}
        AND h.account_id <> CASE WHEN o.is_free THEN '${SYSTEM.promo}' ELSE 'user:' || o.user_id END`,
  },
  {
    table: 'ledger_hold',
    sql: `SELECT 'The hold of operation ' || operation_id || ' is open past its deadline.' AS fault
      FROM ledger_hold WHERE ${sql.part('')} AND state = 'open' AND deadline_at < CAST(@now AS BIGINT) - ${SWEEP_GRACE_MS}
        AND operation_id NOT IN (${sql.underWay})`,
  },
  {
    table: 'ledger_day',
    sql: `SELECT 'The spending of ' || user_id || ' on ' || day || ' is not what the entries of that day say.' AS fault
      FROM ledger_day d WHERE ${sql.part('')} AND spent <> coalesce(
        (SELECT -sum(amount) FROM ledger_entry WHERE account_id = 'user:' || d.user_id AND kind = 'usage'
          AND occurred_at BETWEEN ${sql.dayStart('d.day')} AND ${sql.dayStart('d.day')} + ${DAY_MS - 1}), 0)`,
  },
  {
    table: 'ledger_entry',
    sql: `SELECT 'Entry ' || e.id || ' has another API key than its operation.' AS fault
      FROM ledger_entry e LEFT JOIN ledger_operation o ON o.id = e.operation_id
      WHERE ${sql.part('e.')}
        AND e.api_key_id IS DISTINCT FROM CASE WHEN e.kind = 'usage' THEN o.api_key_id END`,
  },
  {
    table: 'ledger_entry',
    sql: `SELECT 'The month of API key ' || e.api_key_id || ' lacks the charge of entry ' || e.id || '.' AS fault
      FROM ledger_entry e WHERE ${sql.part('e.')} AND e.api_key_id IS NOT NULL AND e.amount <> 0
        AND NOT EXISTS (SELECT 1 FROM ledger_key_month WHERE api_key_id = e.api_key_id
          AND month = ${sql.monthOf('e.occurred_at')})`,
  },
  {
    table: 'ledger_key_month',
    sql: `SELECT 'The spending of API key ' || api_key_id || ' in ' || month || ' is not what its entries say.' AS fault
      FROM ledger_key_month m WHERE ${sql.part('')} AND spent <> coalesce(
        (SELECT -sum(amount) FROM ledger_entry WHERE api_key_id = m.api_key_id
          AND occurred_at >= ${sql.monthStart('m.month')}
          AND occurred_at < ${sql.nextMonthStart('m.month')}), 0)`,
  },
  {
    table: 'ledger_posting',
    sql: `SELECT 'The ' || kind || ' with key ' || idempotency_key || ' has no entry of its amount.' AS fault
      FROM ledger_posting p WHERE ${sql.part('')} AND NOT EXISTS
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

const freeCallsOfHolds = ({ part, dayOf }: InvariantSql) => `
  SELECT o.user_id AS userId, ${dayOf('h.created_at')} AS day, o.is_optimization AS isOptimization,
    count(*) AS count
  FROM ledger_hold h JOIN ledger_operation o ON o.id = h.operation_id
  WHERE ${part('h.')} AND o.is_free AND h.is_counted AND h.state <> 'released' GROUP BY 1, 2, 3`;

const freeCallsOfDays = ({ part }: InvariantSql) => `
  SELECT user_id AS userId, day, 0 AS isOptimization, free_sends AS count
  FROM ledger_day WHERE ${part('')} AND free_sends <> 0
  UNION ALL SELECT user_id, day, 1, free_optimizations
  FROM ledger_day WHERE ${part('')} AND free_optimizations <> 0`;

/** The statements that find violations, for one database. */
export const invariantsFor = (sql: InvariantSql) => ({
  entryTotals: entryTotals(sql),
  accounts: accounts(sql),
  rowChecks: rowChecks(sql),
  freeCallsOfHolds: freeCallsOfHolds(sql),
  freeCallsOfDays: freeCallsOfDays(sql),
});

export type Invariants = ReturnType<typeof invariantsFor>;

const usd = usdText;

const fault = (isSound: boolean, sentence: string): string | undefined => (isSound ? undefined : sentence);
