export { AppShell } from './app-shell';
export { ErrorPage } from './error-page';
export { forgetAiSettings, forgetPerson } from './forget-browser-state';
export { dismissLowBalance, isLowBalanceDismissed } from './low-balance-dismissal';
