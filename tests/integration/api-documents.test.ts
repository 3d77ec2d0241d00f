import fs from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { api } from '../../app/api.server';
import { renderApiDocs } from '../../app/core/edge/api-docs.server';
import { describeApi } from '../../app/core/edge/openapi.server';

it('the API describes itself as valid OpenAPI 3.1, with every call', async () => {
  const document = describeApi(api, { url: 'https://promptwell.test', version: '1.2.3' });
  const { valid, errors } = await new Validator().validate(
    JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
  );
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
  const calls = api.routes.flatMap(({ calls: own }) => Object.keys(own));
  const described = Object.values(document.paths as Record<string, object>).flatMap((item) =>
    Object.keys(item),
  );
  expect(described).toHaveLength(calls.length);
});

it('the document has each answer of a call under its status, and of a stream the shape of each event', () => {
  const { paths } = describeApi(api, { url: 'https://promptwell.test', version: '1.2.3' });
  const shapeWith = (field: string) => ({ properties: { [field]: {} } });
  const json = (field: string) => ({ content: { 'application/json': { schema: shapeWith(field) } } });
  const event = (name: string, field: string) => ({
    properties: { event: { const: name }, data: { contentSchema: shapeWith(field) } },
  });
  const events = { oneOf: [event('progress', 'current'), event('log', 'line'), event('done', 'current')] };
  expect(paths).toMatchObject({
    '/api/baiql/execute': { post: { responses: { 200: json('validity'), 202: json('executionId') } } },
    '/api/baiql/execute/{id}/events': {
      get: { responses: { 200: { content: { 'text/event-stream': { 'x-itemSchema': events } } } } },
    },
  });
});

/** What the specifications name, by which scripts were written. */
const PROMISED = `
POST /api/auth/register, /api/auth/login, /api/auth/logout, /api/auth/forgot-password, /api/auth/reset-password,
  /api/auth/resend-confirmation, /api/auth/delete-account
GET /api/auth/google-login, /api/auth/confirm-email, /api/user-info, /weatherforecast, /_configuration/:app
GET /api/purpose/help, /api/categories/active, /api/topics/search, /api/promptgenerator/style-templates,
  /api/promptgenerator/outcome-templates, /api/promptgenerator/subtopics, /api/promptgenerator/search-subtopics
POST /api/promptgenerator/generate, /api/userpreferences, /api/userpreferences/favorite-category
GET /api/userpreferences, /api/billing/usage-summary, /api/billing/ledger, /api/billing/balance, /api/billing/config,
  /api/billing/category-breakdown, /api/billing/low-balance-threshold, /api/billing/income/recent
POST /api/billing/low-balance-threshold, /api/feedback
GET /api/faq, /api/FAQ/categories, /api/docs, /api/docs/:key
PUT /api/docs/:key, /api/savedprompts/:id
GET /api/savedprompts/my-prompts, /api/savedprompts/community, /api/savedprompts/:id
POST /api/savedprompts, /api/savedprompts/:id/like, /api/savedprompts/:id/use, /api/savedprompts/:id/request-review
DELETE /api/savedprompts/:id, /api/admin/providers/:id/models/:modelId, /api/aiiosaves/:id
GET /api/admin/providers, /api/admin/providers/:id/models, /api/admin/users, /api/admin/usage/model-breakdown
POST /api/admin/providers, /api/admin/providers/:id/models, /api/admin/users/:id/suspend, /api/admin/users/:id/unsuspend
GET /api/admin/billing/balance, /api/admin/billing/ledger, /api/admin/billing/ledger/export,
  /api/admin/billing/income/export, /api/admin/billing/ledger/export-all
POST /api/admin/billing/grant, /api/admin/billing/adjust, /api/admin/docs/item/update
GET /api/admin/docs/list, /api/admin/docs/item, /api/admin/metrics/overview, /api/admin/metrics/ocr/daily,
  /api/admin/metrics/ocr/top-users, /api/aipricing, /api/aipricing/active
POST /api/aipricing/upsert, /api/admin/moderation/prompts/:id/update, /api/admin/moderation/prompts/:id/toggle-flag,
  /api/admin/moderation/settings, /api/diagnostics/ocr-test, /api/diagnostics/heic-convert-blob
GET /api/admin/moderation/flagged, /api/admin/moderation/settings
POST /api/ai/moderate, /api/ai/preflight-cost, /api/ai/complete, /api/aiiosaves
GET /api/ai/models, /api/aiiosaves, /api/aiiosaves/:id
PUT /api/aiiosaves/:id/rename, /api/baiql/scripts/:id
GET /api/payments/config, /api/payments/verify, /api/payments/subscription/status
POST /api/payments/one-time-intent, /api/payments/subscription, /api/payments/subscription/update,
  /api/payments/subscription/cancel
POST /api/baiql/scripts, /api/baiql/execute, /api/baiql/execute/:id/cancel
GET /api/baiql/scripts, /api/baiql/execute/:id, /api/baiql/execute/:id/logs
`;

it('every call of the specifications is there', () => {
  const declared = api.routes.flatMap(({ path: address, calls }) =>
    Object.keys(calls).map((method) => `${method} ${address}`),
  );
  const promised = PROMISED.trim()
    .split(/\n(?=[A-Z])/)
    .flatMap((line) => {
      const [, method = '', addresses = ''] = /(\w+) ([^]*)/.exec(line) ?? [];
      return addresses.split(',').map((address) => `${method} ${address.trim()}`);
    });
  expect(promised.filter((each) => !declared.includes(each))).toEqual([]);
});

it('docs/api.md is what the declarations say: npm run docs:api writes it', () => {
  const file = path.resolve(import.meta.dirname, '../../docs/api.md');
  expect(fs.readFileSync(file, 'utf8')).toBe(renderApiDocs(api.routes));
});
