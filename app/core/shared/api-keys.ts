import { DomainError } from './errors';

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

/** Administrators don't let this user use keys; `denial` says so as a sentence. */
export const keysForbidden = (denial: string): DomainError =>
  new DomainError('forbidden', denial, { code: 'keys_forbidden' });

/** The key of a request. */
export interface ActorKey {
  id: string;
  name: string;
  permissions: readonly KeyPermission[];
  /** As `provider/model`; null for all. */
  models: readonly string[] | null;
  requestsPerMinute: number | null;
}
