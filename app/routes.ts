import { index, route, type RouteConfig } from '@remix-run/route-config';

// Every page. API calls declare their own paths in routes/api/**, and routes/api.ts serves them.

const accounts: RouteConfig = [
  route('login', 'routes/pages/login.tsx'),
  route('logout', 'routes/pages/logout.ts'),
  route('timezone', 'routes/pages/timezone.ts'),
  route('register', 'routes/pages/register.tsx'),
  route('forgot-password', 'routes/pages/forgot-password.tsx'),
  route('reset-password', 'routes/pages/reset-password.tsx'),
  route('invite', 'routes/pages/invite.tsx'),
  route('confirm-email', 'routes/pages/confirm-email.tsx'),
  route('setup', 'routes/pages/setup.tsx'),
  route('account', 'routes/pages/account.tsx'),
  route('account/second-factor', 'routes/pages/account.second-factor.tsx'),
];

const pages: RouteConfig = [
  index('routes/pages/home.tsx'),
  route('app-info', 'routes/pages/app-info.tsx'),
  route('pricing', 'routes/pages/pricing.tsx'),
  route('ai', 'routes/pages/ai.tsx'),
  route('shared/:token', 'routes/pages/shared.tsx'),
  route('prompt-generator', 'routes/pages/prompt-generator.tsx'),
  route('saved-prompts', 'routes/pages/saved-prompts.tsx'),
  route('saved-prompts/:id', 'routes/pages/saved-prompts.one.tsx'),
  route('dashboard', 'routes/pages/dashboard.tsx', [
    index('routes/pages/dashboard.landing.tsx'),
    route('overview', 'routes/pages/dashboard.overview.tsx'),
    route('analytics', 'routes/pages/dashboard.analytics.tsx'),
    route('history', 'routes/pages/dashboard.history.tsx'),
    route('insights', 'routes/pages/dashboard.insights.tsx'),
    route('settings', 'routes/pages/dashboard.settings.tsx'),
  ]),
  route('settings/keys', 'routes/pages/settings.keys.tsx'),
  route('settings/usage', 'routes/pages/settings.usage.tsx'),
  route('settings/billing', 'routes/pages/settings.billing.tsx'),
  route('top-up', 'routes/pages/top-up.tsx'),
  route('subscriptions', 'routes/pages/subscriptions.tsx'),
  route('unsubscribe', 'routes/pages/unsubscribe.tsx'),
  route('teams', 'routes/pages/teams.tsx'),
  route('teams/join', 'routes/pages/teams.join.tsx'),
  route('enterprise', 'routes/pages/enterprise.tsx'),
];

const baiql: RouteConfig = [
  route('baiql', 'routes/pages/baiql.tsx'),
  route('baiql/files', 'routes/pages/baiql.files.tsx'),
  route('baiql/runs', 'routes/pages/baiql.runs.tsx'),
  route('baiql/runs/compare', 'routes/pages/baiql.runs.compare.tsx'),
  route('baiql/exec/:id', 'routes/pages/baiql.exec.tsx'),
];

const docs: RouteConfig = [
  route('docs', 'routes/pages/docs.tsx', [
    index('routes/pages/docs.faq.tsx'),
    route('feedback', 'routes/pages/docs.feedback.tsx'),
    route('learn', 'routes/pages/docs.learn-first.tsx'),
    route('learn/:slug', 'routes/pages/docs.learn.tsx'),
    route(':legal', 'routes/pages/docs.legal.tsx'),
  ]),
];

const admin: RouteConfig = [
  route('admin', 'routes/pages/admin.tsx'),
  route('admin/activity', 'routes/pages/admin.activity.tsx'),
  route('admin/users', 'routes/pages/admin.users.tsx'),
  route('admin/invitations', 'routes/pages/admin.invitations.tsx'),
  route('admin/keys', 'routes/pages/admin.keys.tsx'),
  route('admin/keys/settings', 'routes/pages/admin.keys.settings.tsx'),
  route('admin/prices', 'routes/pages/admin.prices.tsx'),
  route('admin/prices/review', 'routes/pages/admin.prices.review.tsx'),
  route('admin/prices/history', 'routes/pages/admin.prices.history.tsx'),
  route('admin/categories', 'routes/pages/admin.categories.tsx'),
  route('admin/categories/topics', 'routes/pages/admin.categories.topics.tsx'),
  route('admin/categories/:id', 'routes/pages/admin.categories.one.tsx'),
  route('admin/moderation', 'routes/pages/admin.moderation.tsx'),
  route('admin/moderation/settings', 'routes/pages/admin.moderation.settings.tsx'),
  route('admin/shared', 'routes/pages/admin.shared.tsx'),
  route('admin/policies/teams', 'routes/pages/admin.policies.teams.tsx'),
  route('admin/policies/enterprise', 'routes/pages/admin.policies.enterprise.tsx'),
  route('admin/models', 'routes/pages/admin.models.tsx'),
  route('admin/usage', 'routes/pages/admin.usage.tsx'),
  route('admin/billing', 'routes/pages/admin.billing.tsx'),
  route('admin/docs', 'routes/pages/admin.docs.tsx'),
  route('admin/docs/:id', 'routes/pages/admin.docs.one.tsx'),
  route('admin/feedback', 'routes/pages/admin.feedback.tsx'),
  route('admin/diagnostics', 'routes/pages/admin.diagnostics.tsx'),
  route('admin/health', 'routes/pages/admin.health.tsx'),
  route('admin/mails', 'routes/pages/admin.mails.tsx'),
  route('admin/audit', 'routes/pages/admin.audit.tsx'),
];

/** Sample pages, and legacy sign-in paths that existing links still use. */
const samplesAndLegacy: RouteConfig = [
  route('counter', 'routes/pages/counter.tsx'),
  route('fetch-data', 'routes/pages/fetch-data.tsx'),
  route('authentication/:action', 'routes/legacy/authentication.ts'),
  route('Identity/Account/*', 'routes/legacy/identity.ts'),
];

const api: RouteConfig = [route('api/*', 'routes/api.ts')];

/** Every UI component in every state, in development only. */
const kit: RouteConfig =
  process.env.NODE_ENV === 'production' ? [] : [route('dev/kit', 'routes/dev/kit.tsx')];

/** The 404 page. */
const notFound: RouteConfig = [route('*', 'routes/pages/not-found.tsx')];

export default [
  ...accounts,
  ...pages,
  ...baiql,
  ...docs,
  ...admin,
  ...samplesAndLegacy,
  ...kit,
  ...api,
  ...notFound,
] satisfies RouteConfig;
