import type { ErrorKind } from '~/core/shared/errors';
import { pageNumber } from '~/core/shared/page-number';
import { LAST_PAGE } from '~/core/shared/pages';
import { ROLES } from '~/core/shared/permissions';
import { readLeniently, z } from '~/core/shared/zod';
import { tableQuery, type TableOptions } from '~/ui/table/table-state';

export const USER_SORTS = ['registrationDate', 'lastLoginDate', 'email'] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const usersQuerySchema = z.object({
  page: pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  search: z.string().trim().max(200).default(''),
  /** Registered within this many days. */
  joined: z.enum(['7', '30']).optional(),
  sort: z.enum(USER_SORTS).default('registrationDate'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type UsersQuery = z.output<typeof usersQuerySchema>;

/** Table state of the Users page in the URL. */
export const USERS_TABLE = {
  pageSizes: [10, 5],
  lastPage: LAST_PAGE,
  sortable: USER_SORTS,
  defaultSort: { key: 'registrationDate', direction: 'descending' },
  filters: ['search', 'joined'],
} as const satisfies TableOptions;

/** Query of the Users page. Invalid values fall back to defaults. */
export const usersPageQuerySchema = z
  .record(z.string(), z.string())
  .transform((address) => readLeniently(usersQuerySchema, tableQuery(address, USERS_TABLE)));

export const userParams = z.object({ id: z.string().min(1).max(64) });

const roles = z.array(z.enum(ROLES, 'There is no such role.')).max(ROLES.length).default([]);
export const rolesSchema = z.object({ roles });

/** The account that a form of the Users page is about. */
export const userFormSchema = z.object({ userId: userParams.shape.id });
/** `shown`: the roles when the form was opened. */
export const rolesFormSchema = rolesSchema.extend({ ...userFormSchema.shape, shown: roles });

const count = (min: number, max: number) =>
  z
    .string(`Enter a number from ${String(min)} to ${String(max)}.`)
    .regex(/^\d{1,5}$/, `Enter a number from ${String(min)} to ${String(max)}.`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `Enter ${String(min)} or more.`)
        .max(max, `Enter ${String(max)} or less.`),
    );

/** Accounts are named testdrive<first>@domain, counting up. */
export const testDrivesFormSchema = z.object({
  first: count(0, 9999),
  count: count(1, 100),
  domain: z
    .string('Enter a domain such as example.org.')
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,}$/, 'Enter a domain such as example.org.')
    .max(200),
  credit: z
    .string('Enter an amount in dollars.')
    .regex(/^\d{1,3}(?:\.\d{1,2})?$/, 'Enter dollars from 0.00 to 100.00.')
    .transform((text) => Math.round(Number(text) * 100))
    .pipe(z.number().max(10_000, 'Enter dollars from 0.00 to 100.00.')),
  renewUnused: z.boolean().optional(),
});

export const USER_ERRORS = {
  no_such_user: 'not-found',
  cannot_suspend_yourself: 'conflict',
  last_administrator: 'conflict',
} as const satisfies Readonly<Record<string, ErrorKind>>;
