import type { Estimate } from '@promptwell/baiql-runtime';
import { count, dollars, plural } from './format.js';

/** What will be sent and what it may cost, before anything is sent. */
export function showEstimate(estimate: Estimate, isDemo: boolean): string {
  const { batches, transactions, requests, models, inputTokens, lowMicroUsd, highMicroUsd } = estimate;
  const isSampled = batches.some((batch) => batch.isSampled);
  const cost =
    lowMicroUsd === null || highMicroUsd === null
      ? 'unknown (the model’s price is unknown)'
      : `${dollars(lowMicroUsd)} to ${dollars(highMicroUsd)}`;
  const rows: [string, string][] = [
    ['Transactions', count(transactions)],
    ['Requests', requests === 0 ? '0' : `${count(requests)}, to ${models.join(', ')}`],
    ['Input', `${isSampled ? 'about ' : ''}${plural(inputTokens, 'token')}`],
    ['Cost', cost],
  ];
  if (estimate.costLimitMicroUsd !== null) rows.push(['Cost limit', dollars(estimate.costLimitMicroUsd)]);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(13)} ${value}\n`);
  const notes = estimate.notes.map((note) => `  Note: ${note}\n`);
  const demo = isDemo
    ? '  The Demo model replies, because no provider key is set: its replies are made up.\n'
    : '';
  return `${lines.join('')}${notes.join('')}${demo}`;
}
