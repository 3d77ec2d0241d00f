export type { NotificationMail } from './mail-kinds';
export { UnsubscribePage } from './unsubscribe-page';
