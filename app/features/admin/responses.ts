import { z } from '~/core/browser/browser-zod';
import { ROLES } from '~/core/shared/permissions';

export const adminUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.enum(ROLES)),
  registrationDate: z.string(),
  lastLoginDate: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  isLockedOut: z.boolean(),
  hasAuthenticator: z.boolean(),
});
export type AdminUser = z.output<typeof adminUserSchema>;

export const adminUsersSchema = z.object({
  users: z.array(adminUserSchema),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
export type AdminUsers = z.output<typeof adminUsersSchema>;
