import type { HoldRequest } from '../contract';
import { identifier, microUsd, tokenCount } from '../money';
import { checkRule, worstCase } from '../price-rule';

/** The most that the request may cost, by the dearest of its models. Refuses what no hold may have. */
export function holdAmount(request: HoldRequest): bigint {
  const { limits, apiKey } = request;
  identifier(request.userId, 'userId');
  identifier(request.endpoint, 'endpoint');
  identifier(request.idempotencyKey, 'idempotencyKey');
  identifier(request.requestHash, 'requestHash');
  tokenCount(request.timeoutMs, 'timeoutMs');
  tokenCount(limits.freeSendsPerDay, 'freeSendsPerDay');
  if (limits.perRequestCapMicroUsd !== undefined) microUsd(limits.perRequestCapMicroUsd, 'perRequestCap');
  if (limits.dailyCapMicroUsd !== undefined) microUsd(limits.dailyCapMicroUsd, 'dailyCap');
  if (limits.chatFloorMicroUsd !== undefined) microUsd(limits.chatFloorMicroUsd, 'chatFloor');
  if (limits.chatCcoMicroUsd !== undefined) microUsd(limits.chatCcoMicroUsd, 'chatCco');
  if (apiKey) {
    identifier(apiKey.id, 'apiKey');
    if (apiKey.perRequestCapMicroUsd !== null)
      microUsd(apiKey.perRequestCapMicroUsd, 'perRequestCap of a key');
    if (apiKey.monthlyCapMicroUsd !== null) microUsd(apiKey.monthlyCapMicroUsd, 'monthlyCap of a key');
  }
  const amounts = [request, ...(request.alternatives ?? [])].map((each) =>
    worstCase(checkRule(each.price), each),
  );
  return amounts.reduce((dearest, amount) => (amount > dearest ? amount : dearest));
}
