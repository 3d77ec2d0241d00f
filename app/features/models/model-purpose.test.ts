import { expect, it } from 'vitest';
import { isForPrompts } from './model-purpose';

it.each([
  'llama3.2',
  'qwen3:8b',
  'gpt-4o-mini',
  'openai/gpt-6-luna',
  'claude-opus-5-5',
  'mistralai/Mixtral-8x7B-Instruct-v0.1',
  'google/gemma-3-27b-it',
  'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  'deepseek-r1:7b',
  'llava:13b',
  'gpt-oss:20b',
])('%s answers prompts', (name) => {
  expect(isForPrompts(name)).toBe(true);
});

it.each([
  'nomic-embed-text:latest',
  'text-embedding-3-small',
  'mxbai-embed-large',
  'bge-m3',
  'all-minilm:22m',
  'whisper-1',
  'gpt-4o-mini-transcribe',
  'tts-1-hd',
  'gpt-4o-mini-tts',
  'gpt-realtime',
  'dall-e-3',
  'gpt-image-1',
  'black-forest-labs/FLUX.1-schnell',
  'omni-moderation-latest',
  'llama-guard3:8b',
  'meta-llama/Llama-Guard-4-12B',
  'cohere/rerank-v3.5',
])('%s does something else, and is not offered for prompts', (name) => {
  expect(isForPrompts(name)).toBe(false);
});
