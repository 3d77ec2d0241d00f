export { MAIL_KINDS } from './mail-kinds';
export { UnsubscribePage } from './unsubscribe-page';
