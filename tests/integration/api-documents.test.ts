import fs from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { api } from '../../app/api.server';
import { renderApiDocs } from '../../app/core/edge/api-docs.server';
import { describeApi } from '../../app/core/edge/openapi.server';

it('the API describes itself as valid OpenAPI 3.1, with every call', async () => {
  const document = describeApi(api.routes, { url: 'https://promptwell.test', version: '1.2.3' });
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
  const { paths } = describeApi(api.routes, { url: 'https://promptwell.test', version: '1.2.3' });
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

it('docs/api.md is what the declarations say: npm run docs:api writes it', () => {
  const file = path.resolve(import.meta.dirname, '../../docs/api.md');
  expect(fs.readFileSync(file, 'utf8')).toBe(renderApiDocs(api.routes));
});
