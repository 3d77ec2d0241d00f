/** How the servers that speak OpenAI's chat completions differ from each other. */
export type OpenAiFlavour = 'openai' | 'gemini' | 'perplexity' | 'openai-compatible';

interface FlavourRule {
  /** As published by the vendor; none for servers that an administrator adds. */
  publishedBaseUrl: string | undefined;
  jsonMode: 'json_object' | 'instruction';
  /** Prefix that the model list has and calls do not need. */
  modelPrefix: string;
}

export const OPENAI_FLAVOURS: Readonly<Record<OpenAiFlavour, FlavourRule>> = {
  openai: {
    publishedBaseUrl: 'https://api.openai.com/v1',
    jsonMode: 'json_object',
    modelPrefix: '',
  },
  gemini: {
    publishedBaseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    jsonMode: 'json_object',
    modelPrefix: 'models/',
  },
  perplexity: {
    publishedBaseUrl: 'https://api.perplexity.ai',
    jsonMode: 'instruction',
    modelPrefix: '',
  },
  'openai-compatible': { publishedBaseUrl: undefined, jsonMode: 'json_object', modelPrefix: '' },
};

interface ModelRule {
  flavour: OpenAiFlavour;
  models: RegExp;
  outputLimit: 'max_tokens' | 'max_completion_tokens';
  /** Reasoning models refuse a temperature or a top_p. */
  takesSampling: boolean;
}

/** First match wins. OpenAI deprecated `max_tokens`; everyone else knows only that. */
const MODEL_RULES: readonly ModelRule[] = [
  {
    flavour: 'openai',
    models: /^(o\d|gpt-5(?!.*chat))/,
    outputLimit: 'max_completion_tokens',
    takesSampling: false,
  },
  {
    flavour: 'openai',
    models: /^(gpt-|chatgpt-)/,
    outputLimit: 'max_completion_tokens',
    takesSampling: true,
  },
];

export function modelRuleFor(
  flavour: OpenAiFlavour,
  model: string,
): Pick<ModelRule, 'outputLimit' | 'takesSampling'> {
  return (
    MODEL_RULES.find((rule) => rule.flavour === flavour && rule.models.test(model)) ?? {
      outputLimit: 'max_tokens',
      takesSampling: true,
    }
  );
}
