import type { Expectation, ResultPlace, TransactionResult } from '@promptwell/baiql-runtime';
import type { Verdict } from './reviews.server';

/** Whole numbers come from the database as BigInt: the connection is shared with the ledger. */
export interface ResultRow {
  batch: bigint;
  number: bigint;
  status: TransactionResult['status'];
  reason: string | null;
  label: string;
  cost: bigint | null;
  prompt: string;
  reply: string;
  detail: string;
}

/** What a person has made of the reply; all null where nobody has. */
export interface ReviewColumns {
  verdict: Verdict | null;
  isPending: bigint | null;
  /** The reply by hand, and the model's. */
  text: string | null;
  original: string | null;
}

/** A result with the correction that it waits for, where it does. */
export interface RevisedRow extends ResultRow {
  revisedRun: string | null;
  /** Null: to be asked again. */
  revisedReply: string | null;
}

/** What is looked at or searched by has a column; the rest, which only the engine reads, is one text. */
export function toResultRow(
  result: TransactionResult,
): Record<keyof ResultRow, string | number | bigint | null> {
  const { batch, number, status, reason, label, costMicroUsd, prompt, reply, ...detail } = result;
  return {
    batch,
    number,
    status,
    reason: reason ?? null,
    label,
    cost: costMicroUsd === null ? null : BigInt(costMicroUsd),
    prompt,
    reply,
    detail: JSON.stringify(detail),
  };
}

type Detail = Omit<
  TransactionResult,
  keyof ResultPlace | 'status' | 'reason' | 'label' | 'costMicroUsd' | 'prompt' | 'reply' | 'revision'
>;

export function toResult(row: RevisedRow): TransactionResult {
  return {
    batch: Number(row.batch),
    number: Number(row.number),
    status: row.status,
    label: row.label,
    ...(row.reason === null ? {} : { reason: row.reason }),
    costMicroUsd: row.cost === null ? null : Number(row.cost),
    prompt: row.prompt,
    reply: row.reply,
    // Written by `toResultRow` and nobody else.
    ...(JSON.parse(row.detail) as Detail),
    ...(row.revisedRun === null ? {} : { revision: { run: row.revisedRun, reply: row.revisedReply } }),
  };
}

/** A result without what only the engine reads. */
export type ItemRow = Pick<
  TransactionResult,
  keyof ResultPlace | 'status' | 'label' | 'costMicroUsd' | 'prompt' | 'reply'
> & {
  reason: string | null;
  expects: readonly Expectation[];
  review: { verdict: Verdict; isPending: boolean; text: string; original: string } | null;
};

export type ItemColumns = Omit<ResultRow, 'detail'> & ReviewColumns & { expects: string | null };

export const toItem = ({
  cost,
  expects,
  verdict,
  isPending,
  text,
  original,
  ...row
}: ItemColumns): ItemRow => ({
  ...row,
  expects: expects === null ? [] : (JSON.parse(expects) as Expectation[]),
  review:
    verdict === null
      ? null
      : { verdict, isPending: isPending !== 0n, text: text ?? '', original: original ?? '' },
  batch: Number(row.batch),
  number: Number(row.number),
  costMicroUsd: cost === null ? null : Number(cost),
});
