import type {
  CompletionReply,
  CompletionRequest,
  LogLine,
  RunHost,
  MemoChanges,
  TransactionResult,
} from '@promptwell/baiql-runtime';

/** What a model of the test says to a request. */
export type Answering = (
  request: CompletionRequest,
) => string | Pick<CompletionReply, 'text' | 'finish' | 'outputTokens'>;

/** A host that remembers a run, so that it can be taken up again, and what was sent to whom. */
export function rememberingHost(answer: Answering) {
  const sent: CompletionRequest[] = [];
  const lines: LogLine[] = [];
  const replies = new Map<string, CompletionReply>();
  const results = new Map<string, TransactionResult>();
  let memo: MemoChanges | null = null;
  const host: RunHost = {
    complete(request) {
      const paid = replies.get(request.key);
      if (paid !== undefined) return Promise.resolve({ ...paid, replayed: true });
      sent.push(request);
      const said = answer(request);
      const reply: CompletionReply = {
        kind: 'reply',
        inputTokens: 1,
        costMicroUsd: 1,
        replayed: false,
        ...(typeof said === 'string' ? { text: said, outputTokens: 1 } : said),
      };
      replies.set(request.key, reply);
      return Promise.resolve(reply);
    },
    quote: () => Promise.resolve({ inputTokens: 1, maxCostMicroUsd: 1 }),
    screen: (text) => Promise.resolve({ kind: 'allowed', text }),
    findModel: (name) =>
      Promise.resolve({ provider: 'mock', model: name ?? 'usual', maxOutputTokens: 4_096, price: null }),
    countTokens: (_, requests) => Promise.resolve(requests.map(({ prompt }) => prompt.length)),
    checkpoint(group) {
      for (const result of group) results.set(`${result.batch}/${result.number}`, result);
      return Promise.resolve();
    },
    loadResults: (after, limit) =>
      Promise.resolve(
        [...results.values()]
          .filter(
            ({ batch, number }) =>
              after === null || batch > after.batch || (batch === after.batch && number > after.number),
          )
          .sort((left, right) => left.batch - right.batch || left.number - right.number)
          .slice(0, limit),
      ),
    saveMemo(changes) {
      memo = { ...memo, ...changes };
      return Promise.resolve();
    },
    loadMemo: () => Promise.resolve(memo),
    log: (more) => void lines.push(...more),
    progress: () => undefined,
  };
  return { host, sent, lines };
}
