export { AppInfo } from './app-info';
export { Counter } from './counter';
export { Home } from './home';
export { PlanPage } from './plan-page';
export { Pricing } from './pricing';
export { Weather } from './weather';
