/** Matches names of models for images, audio, embeddings or moderation. */
const OTHER_PURPOSES: readonly RegExp[] = [
  /embed|minilm|(^|[-/_])(bge|gte|e5)([-_]|$)/,
  /whisper|transcri|(^|[-/_])(tts|stt|asr|speech|voxtral-tts|audio|realtime)([-/_]|$)/,
  /dall-e|gpt-image|(^|[-/_])(image|imagen|flux|sora|veo|video|stable-diffusion)([-/_.]|$)/,
  /moderation|rerank|(^|[-/_])(llama-guard|guard|reward)/,
];

/** Decided by name, the only thing that servers list. */
export const isForPrompts = (modelName: string): boolean =>
  !OTHER_PURPOSES.some((pattern) => pattern.test(modelName.toLowerCase()));
