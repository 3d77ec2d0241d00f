import { z } from '~/core/shared/zod';
import { day } from '~/core/shared/moment';
import { createKeySchema, keyParams, type ChangeKeyInput, type CreateKeyInput } from './schema';

// Forms of the page. A form sends strings, and nothing for an empty field.

const dollars = z
  .number()
  .min(0.01, 'Enter at least $0.01, or leave it empty')
  .max(100_000, 'Enter at most $100,000')
  .optional();

const limitsShape = {
  name: createKeySchema.shape.name,
  permissions: createKeySchema.shape.permissions.unwrap(),
  models: z.array(z.string()).default([]),
  monthlyCap: dollars,
  perRequestCap: dollars,
  requestsPerMinute: z
    .number()
    .int('Enter a whole number')
    .min(1, 'Enter at least 1, or leave it empty')
    .max(10_000, 'Enter at most 10,000')
    .optional(),
  expiresOn: day.optional(),
};

export const createKeyFormSchema = z.object({
  ...limitsShape,
  currentPassword: createKeySchema.shape.currentPassword,
});
export const changeKeyFormSchema = z.object({ ...keyParams.shape, ...limitsShape });
export const keyFormParams = keyParams;

type Limits = z.output<z.ZodObject<typeof limitsShape>>;

const centsOf = (amount: number | undefined): number | null =>
  amount === undefined ? null : Math.round(amount * 100);

/** Converts form values for the use cases. A day stands for its end in UTC. */
const limitsOf = ({ name, permissions, models, ...limits }: Limits) => ({
  name,
  permissions,
  models: models.length === 0 ? null : models,
  monthlyCapCents: centsOf(limits.monthlyCap),
  perRequestCapCents: centsOf(limits.perRequestCap),
  requestsPerMinute: limits.requestsPerMinute ?? null,
  expiresAt: limits.expiresOn === undefined ? null : `${limits.expiresOn}T23:59:59.999Z`,
});

export const newKeyOfForm = (form: z.output<typeof createKeyFormSchema>): CreateKeyInput => ({
  ...limitsOf(form),
  ...(form.currentPassword !== undefined && { currentPassword: form.currentPassword }),
});

export const keyChangeOfForm = (
  form: z.output<typeof changeKeyFormSchema>,
): ChangeKeyInput & { id: string } => ({ ...limitsOf(form), id: form.id });
