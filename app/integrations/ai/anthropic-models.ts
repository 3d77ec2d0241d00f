interface ModelRule {
  models: RegExp;
  /** `one`: temperature or top_p, never both. `none`: refuses either. */
  sampling: 'both' | 'one' | 'none';
}

/** First match wins; what is newer than this table is taken to be as strict as the newest. */
const MODEL_RULES: readonly ModelRule[] = [
  { models: /^claude-(3|2|instant)/, sampling: 'both' },
  { models: /^claude-(opus|sonnet)-4(-0|-2025)/, sampling: 'both' },
  { models: /^claude-(opus|sonnet|haiku)-4-[1-6]/, sampling: 'one' },
];

/** Anthropic's temperature ends at 1, where OpenAI's ends at 2. */
export function samplingFor(
  model: string,
  asked: { temperature?: number; topP?: number },
): { temperature?: number; top_p?: number } {
  const sampling = MODEL_RULES.find((rule) => rule.models.test(model))?.sampling ?? 'none';
  if (sampling === 'none') return {};
  const { temperature, topP } = asked;
  const keepsTopP = topP !== undefined && (sampling === 'both' || temperature === undefined);
  return {
    ...(temperature !== undefined && { temperature: Math.min(temperature, 1) }),
    ...(keepsTopP && { top_p: topP }),
  };
}
