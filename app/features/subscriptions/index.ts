export { SubscriptionsPage } from './subscriptions-page';
export { describePlan, PLAN_TERMS, planName, stateTerms } from './plan-terms';
