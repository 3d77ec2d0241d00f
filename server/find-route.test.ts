import { describe, expect, it } from 'vitest';
import { findPageIn } from './canonical-path';
import { createRouteFinder } from './find-route';

const calls = new Map([
  ['/api/prompts', '/api/prompts'],
  ['/api/prompts/7', '/api/prompts/:id'],
  ['/Identity/Token', '/Identity/Token'],
]);
const pages = findPageIn(['/', '/login', '/saved-prompts/:id', '/robots.txt', '/*']);
const findRoute = createRouteFinder({ patternOf: (path) => calls.get(path) }, pages);

describe('the route of an address', () => {
  it.each([
    ['/api/prompts/7', 'api', '/api/prompts/:id'],
    ['/api/prompts.data', 'data', '/api/prompts'],
    ['/Identity/Token', 'api', '/Identity/Token'],
    ['/', 'page', '/'],
    ['/_root.data', 'data', '/'],
    ['/LOGIN/', 'page', '/login'],
    ['/login.data', 'data', '/login'],
    ['/saved-prompts/a-b-c', 'page', '/saved-prompts/:id'],
    ['/robots.txt', 'page', '/robots.txt'],
    ['/assets/entry-abc.js', 'file', '/assets/*'],
    ['/pdfjs/5.6.205/build/pdf.worker.mjs', 'file', '/pdfjs/*'],
    ['/readyz', 'probe', '/readyz'],
  ])('%s is of kind %s, and %s', (path, kind, route) => expect(findRoute(path)).toEqual({ kind, route }));

  it.each([
    ['/api/nothing', 'api'],
    ['/api/prompts/%zz', 'api'],
    ['/wp-login.php', 'file'],
    ['/a/b', 'page'],
    ['/a/b.data', 'data'],
    ['*', 'page'],
    ['', 'page'],
  ])('%s, where nothing is served, is of kind %s and has none', (path, kind) =>
    expect(findRoute(path)).toEqual({ kind, route: undefined }),
  );
});
