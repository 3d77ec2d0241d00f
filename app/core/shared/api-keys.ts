/** What an API key may be used for. No permission covers keys, accounts, payments or administration. */
export const KEY_PERMISSIONS = ['completions', 'baiql', 'prompts', 'usage'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/** What a call asks of an API key: a permission, any valid key, or that no key is used. */
export type KeyAccess = KeyPermission | 'any' | 'none';

export const KEY_PERMISSION_LABELS: Readonly<Record<KeyPermission, string>> = {
  completions: 'Completions',
  baiql: 'BAIQL',
  prompts: 'Saved prompts',
  usage: 'Usage and balance',
};
