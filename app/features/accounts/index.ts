export { PASSWORD_RULES } from './password-rules';
export { safeReturnTo } from './return-to';
export { describeUser, type UserInfo } from './user-info';
