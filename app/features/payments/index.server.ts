export { checkPayments } from './check-payments.server';
export { checkStripeSide } from './check-stripe-side.server';
export { listRecentPayments } from './list-payments.server';
export { paymentData } from './personal-data.server';
export { readPaymentConfig, readTopUp } from './read-top-up.server';
export { receiveWebhook } from './receive-webhook.server';
export { startTopUp } from './start-top-up.server';
export { verifyPayment } from './verify-payment.server';
export * from './schema';
