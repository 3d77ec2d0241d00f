export * from './schema';
export { changeRoles, listUsers, suspendUser, unsuspendUser } from './users.server';
