import type { ErrorKind } from '~/core/shared/errors';
import { ROLES } from '~/core/shared/permissions';
import { z } from '~/core/shared/zod';

export const PAGE_SIZES = [5, 10, 25] as const;
/** What the Users view offers. */
export const USERS_PAGE_SIZES = [5, 10] as const;

export const USER_SORTS = ['registrationDate', 'lastLoginDate', 'email'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const usersQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  search: z.string().trim().max(200).default(''),
  sort: z.enum(USER_SORTS).default('registrationDate'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type UsersQuery = z.output<typeof usersQuerySchema>;

/** The same of a page's address, where a wrong part falls back to its default instead of to an error. */
export const usersPageQuerySchema = z.object({
  page: usersQuerySchema.shape.page.catch(1),
  pageSize: usersQuerySchema.shape.pageSize.catch(10),
  search: usersQuerySchema.shape.search.catch(''),
  sort: usersQuerySchema.shape.sort.catch('registrationDate'),
  order: usersQuerySchema.shape.order.catch('desc'),
});

export const adminUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.enum(ROLES)),
  registrationDate: z.string(),
  lastLoginDate: z.string().nullable(),
  emailConfirmed: z.boolean(),
  isLockedOut: z.boolean(),
});
export type AdminUser = z.output<typeof adminUserSchema>;

export const adminUsersSchema = z.object({
  users: z.array(adminUserSchema),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
export type AdminUsers = z.output<typeof adminUsersSchema>;

export const userParams = z.object({ id: z.string().min(1).max(64) });

export const rolesSchema = z.object({
  roles: z.array(z.enum(ROLES, 'There is no such role.')).max(ROLES.length).default([]),
});

export const USER_ERRORS = {
  no_such_user: 'not-found',
  cannot_suspend_yourself: 'conflict',
  last_administrator: 'conflict',
} as const satisfies Readonly<Record<string, ErrorKind>>;
