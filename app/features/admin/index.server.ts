export * from './schema';
export {
  changeRoles,
  listUsers,
  readUsersPage,
  suspendUser,
  unsuspendUser,
  USER_SEARCH_RATE_LIMIT,
} from './users.server';
