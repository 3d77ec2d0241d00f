import { expect, it } from 'vitest';
import { nameProvider } from './name-provider.server';

it.each([
  ['http://127.0.0.1:11434/v1', 'Ollama', 'ollama'],
  ['http://lab.local:1234/v1', 'LM Studio', 'lm-studio'],
  ['http://10.0.0.7:8080/v1', 'llama.cpp', 'llama-cpp'],
  ['https://openrouter.ai/api/v1', 'OpenRouter', 'openrouter'],
  ['https://models.example.org/v1', 'models.example.org', 'models-example-org'],
  ['http://[::1]:9000/v1', '::1', 'server'],
])('a server at %s is called %s, and %s for short', (baseUrl, name, key) => {
  expect(nameProvider({ protocol: 'openai-compatible', baseUrl })).toMatchObject({ name, key });
});

it('a cloud has its own name', () => {
  expect(nameProvider({ protocol: 'bedrock' })).toMatchObject({
    name: 'Amazon Bedrock',
    key: 'amazon-bedrock',
  });
});

it('keeps the names that were entered, and shortens one by itself', () => {
  const baseUrl = 'http://127.0.0.1:11434/v1';
  expect(
    nameProvider({ protocol: 'openai-compatible', baseUrl, name: 'Büro 2', key: 'office' }),
  ).toMatchObject({
    name: 'Büro 2',
    key: 'office',
  });
  expect(nameProvider({ protocol: 'openai-compatible', baseUrl, name: 'The Lab!' })).toMatchObject({
    name: 'The Lab!',
    key: 'the-lab',
  });
});
