import * as z from 'zod';
import { ruledFailure } from '../explain-failure.js';
import { UNREADABLE_RESPONSE } from '../failure-messages.js';
import type { HttpClient } from '../http/http-client.js';
import { createOpenAiClient, requestOptions } from '../openai-client.js';
import { runUnbilledRequest } from '../run-request.js';
import { keepMostSevere, type CategoryName, type Findings } from './contract.js';
import type { Classifier } from './classifier.js';

const MODEL = 'omni-moderation-latest';
const MAX_PIECES = 32;

/**
 * OpenAI's categories (https://platform.openai.com/docs/guides/moderation) as ours. Depictions of violence or self-harm
 * weigh less than threats or intent, so that texts on history, crime and medicine aren't blocked for their subject.
 * Other categories have no setting.
 */
const VENDOR_CATEGORIES: Readonly<Record<string, { category: CategoryName; weight: number; note: string }>> =
  {
    hate: { category: 'hate', weight: 1, note: 'contempt for a group of people' },
    'hate/threatening': { category: 'hate', weight: 1, note: 'a threat against a group of people' },
    harassment: { category: 'hate', weight: 0.9, note: 'harassment of somebody' },
    'harassment/threatening': { category: 'violence', weight: 1, note: 'a threat against somebody' },
    violence: { category: 'violence', weight: 0.75, note: 'violence is described' },
    'violence/graphic': { category: 'violence', weight: 0.75, note: 'violence is described in detail' },
    'illicit/violent': { category: 'violence', weight: 1, note: 'instructions for violence' },
    'self-harm': { category: 'self-harm', weight: 0.75, note: 'self-harm is described' },
    'self-harm/intent': { category: 'self-harm', weight: 1, note: 'a plan to hurt oneself' },
    'self-harm/instructions': { category: 'self-harm', weight: 1, note: 'a way to hurt oneself' },
    'sexual/minors': { category: 'minors', weight: 1, note: 'sexual content about a child' },
  };

/** Scores below this are noise. */
const LOWEST_SCORE = 0.05;

const answerSchema = z.object({
  results: z.array(z.object({ category_scores: z.record(z.string(), z.number().nullable()) })),
});

/** OpenAI's moderation endpoint, which scores several chunks per request. */
export function openAiModeration(
  http: HttpClient,
  settings: { apiKey: string; baseUrl: string },
): Classifier {
  const client = createOpenAiClient(http, settings);
  return {
    maxPieces: MAX_PIECES,
    ask: (input, signal) =>
      runUnbilledRequest(async (trace) => {
        const raw = await client.moderations.create({ model: MODEL, input }, requestOptions(trace));
        const answer = answerSchema.parse(raw);
        if (answer.results.length !== input.length) throw ruledFailure(UNREADABLE_RESPONSE, trace, undefined);
        return findingsOf(answer);
      }, signal),
  };
}

function findingsOf({ results }: z.output<typeof answerSchema>): Findings {
  const findings: Findings = {};
  for (const { category_scores: scores } of results) {
    for (const [name, score] of Object.entries(scores)) {
      const known = Object.hasOwn(VENDOR_CATEGORIES, name) ? VENDOR_CATEGORIES[name] : undefined;
      if (known === undefined || score === null || score < LOWEST_SCORE) continue;
      keepMostSevere(findings, known.category, { score: score * known.weight, note: known.note });
    }
  }
  return findings;
}
