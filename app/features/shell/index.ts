export { AppShell } from './app-shell';
export { ErrorPage } from './error-page';
export { forgetAiSettings, forgetPerson } from './forget-browser-state';
export type { Visitor } from './destinations';
export { siteMapFor } from './palette-pages';
export { dismissLowBalance, isLowBalanceDismissed } from './low-balance-dismissal';
