/** In the names of models that make pictures, sound, vectors or verdicts rather than answer prompts. */
const OTHER_PURPOSES: readonly RegExp[] = [
  /embed|minilm|(^|[-/_])(bge|gte|e5)([-_]|$)/,
  /whisper|transcri|(^|[-/_])(tts|stt|asr|speech|voxtral-tts|audio|realtime)([-/_]|$)/,
  /dall-e|gpt-image|(^|[-/_])(image|imagen|flux|sora|veo|video|stable-diffusion)([-/_.]|$)/,
  /moderation|rerank|(^|[-/_])(llama-guard|guard|reward)/,
];

/** By its name, which is all that servers list. */
export const isForPrompts = (modelName: string): boolean =>
  !OTHER_PURPOSES.some((pattern) => pattern.test(modelName.toLowerCase()));
