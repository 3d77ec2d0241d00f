import { checkboxProps } from '~/ui/form/use-form';

// Shared by the forms that add and change a provider.

const PORTS = 'Ollama: http://127.0.0.1:11434/v1 · vLLM: port 8000 · llama.cpp: port 8080';
export const BASE_URL_HINTS: Readonly<Record<string, string>> = {
  'openai-compatible': PORTS,
  azure: 'Such as https://my-resource.openai.azure.com.',
  bedrock: 'Leave empty for Amazon’s own address in the region.',
  vertex: 'Leave empty for Google’s own address in the region.',
};
export const ALLOW_PRIVATE = {
  label: 'Allow private addresses',
  hint: 'For a server on this machine or in your network.',
};
export const SENDS_USER_IDS = {
  label: 'Send hashed user IDs',
  hint: 'Lets the provider trace abuse to one person without knowing who it is.',
};

export function switchProps(field: Parameters<typeof checkboxProps>[0]) {
  const { id, name, defaultChecked } = checkboxProps(field);
  return { id, name, defaultChecked };
}
