export * from './schema';
export { changeRoles, listUsers, readUsersPage, suspendUser, unsuspendUser } from './users.server';
