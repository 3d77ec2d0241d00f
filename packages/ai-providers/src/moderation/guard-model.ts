import * as z from 'zod';
import { ruledFailure } from '../explain-failure.js';
import { UNREADABLE_RESPONSE } from '../failure-messages.js';
import type { HttpClient } from '../http/http-client.js';
import { createOpenAiClient, requestOptions } from '../openai-client.js';
import { runUnbilledRequest } from '../run-request.js';
import { keepMostSevere, type CategoryName, type Findings } from './contract.js';
import type { Classifier } from './classifier.js';

/**
 * Hazards of Llama Guard 3 and 4 (llama.com/docs/model-cards-and-prompt-formats/llama-guard-3, 2026-11-22) as our
 * categories. Without a setting here: non-violent crimes, defamation, specialized advice, privacy, intellectual
 * property, adult sexual content, elections, code interpreter abuse.
 */
const HAZARDS: Readonly<Record<string, { category: CategoryName; note: string }>> = {
  S1: { category: 'violence', note: 'violent crimes' },
  S3: { category: 'violence', note: 'sex-related crimes' },
  S4: { category: 'minors', note: 'child sexual exploitation' },
  S9: { category: 'violence', note: 'indiscriminate weapons' },
  S10: { category: 'hate', note: 'contempt for people' },
  S11: { category: 'self-harm', note: 'suicide or self-harm' },
};

/** `safe`, or `unsafe` followed by a line of hazards, such as `S1,S10`. */
const VERDICT = /^\s*(safe|unsafe)\b([^]*)$/i;
const MAX_TOKENS = 64;

const answerSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** A guard model on a Chat Completions server. It answers yes or no, which counts as certain. */
export function guardModel(
  http: HttpClient,
  { model, ...settings }: { model: string; baseUrl: string; apiKey?: string | undefined },
): Classifier {
  const client = createOpenAiClient(http, settings);
  return {
    maxPieces: 1,
    ask: (pieces, signal) =>
      runUnbilledRequest(async (trace) => {
        const raw = await client.chat.completions.create(
          {
            model,
            messages: pieces.map((content) => ({ role: 'user', content })),
            temperature: 0,
            max_completion_tokens: MAX_TOKENS,
          },
          requestOptions(trace),
        );
        const findings = readVerdict(answerSchema.parse(raw).choices[0]?.message.content ?? '');
        if (!findings) throw ruledFailure(UNREADABLE_RESPONSE, trace, undefined);
        return findings;
      }, signal),
  };
}

/** Undefined if the output is neither, as from another kind of model, or is `unsafe` without a hazard. */
function readVerdict(text: string): Findings | undefined {
  const [, verdict = '', rest = ''] = VERDICT.exec(text) ?? [];
  if (verdict.toLowerCase() === 'safe') return {};
  const hazards = rest.match(/\bS\d{1,2}\b/g);
  if (verdict === '' || !hazards) return undefined;
  const findings: Findings = {};
  for (const name of hazards) {
    const hazard = Object.hasOwn(HAZARDS, name) ? HAZARDS[name] : undefined;
    if (hazard) keepMostSevere(findings, hazard.category, { score: 1, note: hazard.note });
  }
  return findings;
}
