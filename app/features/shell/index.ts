export { AppShell } from './app-shell';
export { ErrorPage } from './error-page';
export { errorView } from './error-view';
export type { ShellUser } from './destinations';
export { siteMapFor } from './palette-pages';
export type { LowBalance } from './low-balance.server';
