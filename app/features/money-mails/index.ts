export { MONEY_MAILS } from './mail-kinds';
export { UnsubscribePage } from './unsubscribe-page';
