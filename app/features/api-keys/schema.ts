import { KEY_PERMISSIONS } from '~/core/shared/api-keys';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { LINE_OR_CONTROL, z } from '~/core/shared/zod';
import type { TableOptions } from '~/ui/table/table-state';

export const KEY_RATE_LIMIT: RateLimit = { name: 'api-keys', points: 120, perSeconds: 60 * 60 };

const MAX_CAP_CENTS = 100_000_00;
const MAX_REQUESTS_PER_MINUTE = 10_000;
const MAX_MODELS = 100;

const name = z
  .string({ error: 'Enter a name' })
  .trim()
  .min(1, 'Enter a name')
  .max(60, 'The name must be at most 60 characters long')
  .refine((text) => !LINE_OR_CONTROL.test(text), 'The name contains characters that are not allowed');
const permissions = z
  .array(z.enum(KEY_PERMISSIONS))
  .min(1, 'Choose at least one permission')
  .max(KEY_PERMISSIONS.length)
  .transform((chosen) => KEY_PERMISSIONS.filter((each) => chosen.includes(each)))
  .meta({ description: 'What the key may be used for.' });
const models = z
  .array(
    z
      .string()
      .trim()
      .max(300)
      .regex(/^[^/]+\/.+$/, 'Name each model as provider/model'),
  )
  .min(1, 'Choose at least one model')
  .max(MAX_MODELS)
  .nullable()
  .meta({ description: 'Models as `provider/model`; null for all.' });
const capCents = (of: string) =>
  z
    .number()
    .int('must be whole cents')
    .min(1)
    .max(MAX_CAP_CENTS)
    .nullable()
    .meta({ description: `The most that may be spent ${of}, in whole cents; null for no cap.` });
const monthlyCapCents = capCents('in a calendar month (UTC), open holds included');
const perRequestCapCents = capCents('on one request');
const requestsPerMinute = z.number().int().min(1).max(MAX_REQUESTS_PER_MINUTE).nullable();
const expiresAt = z.iso
  .datetime({ offset: true, error: 'must be a date such as 2026-11-20T09:00:00Z' })
  .nullable();

export const createKeySchema = z.object({
  name,
  permissions: permissions.default(['completions']),
  models: models.default(null),
  monthlyCapCents: monthlyCapCents.default(null),
  perRequestCapCents: perRequestCapCents.default(null),
  requestsPerMinute: requestsPerMinute.default(null),
  expiresAt: expiresAt.default(null),
  currentPassword: z.string().max(1000).optional().meta({
    description: 'Required unless you confirmed in the last ten minutes that it’s you.',
  }),
});
export type CreateKeyInput = z.output<typeof createKeySchema>;

export const changeKeySchema = z
  .object({
    name,
    permissions,
    models,
    monthlyCapCents,
    perRequestCapCents,
    requestsPerMinute,
    expiresAt,
  })
  .partial();
export type ChangeKeyInput = z.output<typeof changeKeySchema>;

export const KEYS_TABLE = { pageSizes: [25, 50, 100] } as const satisfies TableOptions;

export const keyParams = z.object({ id: z.uuid() });

/** A key of a user, for administrators. */
export const keyOfUserParams = z.object({ id: z.uuid(), keyId: z.uuid() });
export const adminKeysQuery = z.object({ user: z.uuid() });

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  last4: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().meta({ description: 'Written at most once a minute.' }),
  expiresAt: z.string().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  permissions: z.array(z.enum(KEY_PERMISSIONS)),
  models: z.array(z.string()).nullable(),
  monthlyCapCents: z.number().nullable(),
  perRequestCapCents: z.number().nullable(),
  requestsPerMinute: z.number().nullable(),
  spentThisMonthMicroUsd: z.number().meta({
    description: 'Spent in this calendar month (UTC), in micro-dollars; open holds are not included.',
  }),
});
export type ApiKeyView = z.output<typeof apiKeySchema>;

export const apiKeysSchema = z.object({ items: z.array(apiKeySchema) });

export const createdKeySchema = apiKeySchema.extend({
  secret: z.string().meta({ description: 'The key itself. It is not shown again.' }),
});
export type CreatedKey = z.output<typeof createdKeySchema>;

/** Errors of the calls that make and change keys. */
export const KEY_ERRORS = {
  no_such_key: 'not-found',
  key_revoked: 'conflict',
  too_many_keys: 'conflict',
  unknown_model: 'invalid',
  invalid: 'invalid',
} as const;
export const PROOF_ERRORS = { proof_required: 'invalid', wrong_password: 'forbidden' } as const;
