export { ALERT_MAILS } from './compose-alert.server';
export { queueAlerts } from './queue-alerts.server';
