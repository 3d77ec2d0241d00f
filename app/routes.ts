import { index, route, type RouteConfig } from '@remix-run/route-config';

// The whole route table. Files in routes/ speak HTTP only; pages and API share the use cases in features/.

const accounts: RouteConfig = [
  route('api/auth/register', 'routes/api/auth/register.ts'),
  route('api/auth/login', 'routes/api/auth/login.ts'),
  route('api/auth/logout', 'routes/api/auth/logout.ts'),
  route('api/auth/confirm-email', 'routes/api/auth/confirm-email.ts'),
  route('api/auth/resend-confirmation', 'routes/api/auth/resend-confirmation.ts'),
  route('api/auth/forgot-password', 'routes/api/auth/forgot-password.ts'),
  route('api/auth/reset-password', 'routes/api/auth/reset-password.ts'),
  route('api/auth/google-login', 'routes/api/auth/google-login.ts'),
  route('api/auth/google-callback', 'routes/api/auth/google-callback.ts'),
  route('api/user-info', 'routes/api/user-info.ts'),
  route('api/userpreferences', 'routes/api/userpreferences.ts'),
  route('api/userpreferences/favorite-category', 'routes/api/userpreferences.favorite-category.ts'),
  route('api/billing/low-balance-threshold', 'routes/api/billing/low-balance-threshold.ts'),
  route('login', 'routes/pages/login.tsx'),
  route('logout', 'routes/pages/logout.ts'),
  route('register', 'routes/pages/register.tsx'),
  route('forgot-password', 'routes/pages/forgot-password.tsx'),
  route('reset-password', 'routes/pages/reset-password.tsx'),
  route('confirm-email', 'routes/pages/confirm-email.tsx'),
  route('setup', 'routes/pages/setup.tsx'),
  route('account', 'routes/pages/account.tsx'),
  route('api/admin/test-drives', 'routes/api/admin/test-drives.ts'),
  route('api/account/export', 'routes/api/account/export.ts'),
  route('api/auth/change-password', 'routes/api/auth/change-password.ts'),
  route('api/auth/delete-account', 'routes/api/auth/delete-account.ts'),
];

const ai: RouteConfig = [
  route('api/ai/models', 'routes/api/ai/models.ts'),
  route('api/ai/moderate', 'routes/api/ai/moderate.ts'),
  route('api/ai/complete', 'routes/api/ai/complete.ts'),
  route('api/ai/operations/:key', 'routes/api/ai/operation.ts'),
  route('api/ai/operations/:key/stop', 'routes/api/ai/stop-operation.ts'),
];

const baiql: RouteConfig = [
  route('api/baiql/scripts', 'routes/api/baiql/scripts.ts'),
  route('api/baiql/scripts/:id', 'routes/api/baiql/script.ts'),
  route('api/baiql/execute', 'routes/api/baiql/execute.ts'),
  route('api/baiql/execute/:id', 'routes/api/baiql/execution.ts'),
  route('api/baiql/execute/:id/logs', 'routes/api/baiql/execution.logs.ts'),
  route('api/baiql/execute/:id/items', 'routes/api/baiql/execution.items.ts'),
  route('api/baiql/execute/:id/events', 'routes/api/baiql/execution.events.ts'),
  route('api/baiql/execute/:id/cancel', 'routes/api/baiql/execution.cancel.ts'),
  route('api/baiql/execute/:id/resume', 'routes/api/baiql/execution.resume.ts'),
  route('api/baiql/execute/:id/retry-failed', 'routes/api/baiql/execution.retry-failed.ts'),
  route('api/baiql/files', 'routes/api/baiql/files.ts'),
  route('api/baiql/files/content', 'routes/api/baiql/files.content.ts'),
  route('api/baiql/files/archive', 'routes/api/baiql/files.archive.ts'),
];

const money: RouteConfig = [
  route('api/billing/balance', 'routes/api/billing/balance.ts'),
  route('api/billing/ledger', 'routes/api/billing/ledger.ts'),
  route('api/billing/usage-summary', 'routes/api/billing/usage-summary.ts'),
  route('api/aipricing', 'routes/api/aipricing/all.ts'),
  route('api/aipricing/active', 'routes/api/aipricing/active.ts'),
  route('api/aipricing/upsert', 'routes/api/aipricing/upsert.ts'),
  route('api/admin/billing/grant', 'routes/api/admin/billing/grant.ts'),
  route('api/admin/billing/adjust', 'routes/api/admin/billing/adjust.ts'),
];

const pages: RouteConfig = [
  index('routes/pages/home.tsx'),
  route('app-info', 'routes/pages/app-info.tsx'),
  route('pricing', 'routes/pages/pricing.tsx'),
  route('ai', 'routes/pages/ai.tsx'),
  route('teams', 'routes/pages/teams.tsx'),
  route('enterprise', 'routes/pages/enterprise.tsx'),
];

/** Sample pages with their data, and the paths of the sign-in template that links out there still use. */
const samplesAndLegacy: RouteConfig = [
  route('counter', 'routes/pages/counter.tsx'),
  route('fetch-data', 'routes/pages/fetch-data.tsx'),
  route('weatherforecast', 'routes/api/sample/weather-forecast.ts'),
  route('_configuration/:app', 'routes/api/sample/configuration.ts'),
  route('authentication/:action', 'routes/legacy/authentication.ts'),
  route('Identity/Account/*', 'routes/legacy/identity.ts'),
];

/** Whatever nothing else answers: a page that helps. */
const otherwise: RouteConfig = [route('*', 'routes/pages/not-found.tsx')];

export default [
  ...accounts,
  ...ai,
  ...baiql,
  ...money,
  ...pages,
  ...samplesAndLegacy,
  ...otherwise,
] satisfies RouteConfig;
