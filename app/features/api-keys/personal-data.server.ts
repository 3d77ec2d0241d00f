import { jsonListFile } from '~/core/shared/export-file';
import type { PersonalData } from '~/core/shared/personal-data';
import type { ApiKeysDeps } from './deps.server';
import { listKeys } from './list-keys.server';

/** API keys in an account's export, without their secrets. Deletion removes them like other rows of the user. */
export function apiKeyData(services: Pick<ApiKeysDeps, 'prisma' | 'clock' | 'ledger'>): PersonalData {
  async function* keysOf(userId: string) {
    yield* (await listKeys(services, { userId })).items;
  }
  return {
    exportFiles: async function* (userId) {
      yield await Promise.resolve(jsonListFile('api-keys.json', keysOf(userId)));
    },
    remove: async (userId) => {
      await services.prisma.apiKey.deleteMany({ where: { userId } });
    },
  };
}
