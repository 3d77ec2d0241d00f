import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';

type Routes = ServerBuild['routes'];

const DATA = /\.data$/;

export interface Page {
  /** The canonical path. */
  canonicalPath: string;
  /** `/docs/learn/:slug` */
  pattern: string;
}

/** Finds the page of a path; undefined if there is none. */
export type FindPage = (path: string) => Page | undefined;

interface Pattern {
  pattern: string;
  segments: readonly string[];
  expression: RegExp;
}

/**
 * Remix serves `/Login`, `/login/` and `/%6Cogin` like `/login`, but proxies, caches and statistics treat them as
 * different addresses. Only the canonical path is served; the others redirect to it.
 */
export function redirectToCanonicalPath(findPage: FindPage): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const suffix = DATA.exec(path)?.[0] ?? '';
    const wanted = suffix === '' ? path : path.replace(DATA, '');
    const exact = findPage(wanted)?.canonicalPath;
    if (exact === undefined || exact === wanted) next();
    else response.redirect(308, exact + suffix + request.url.slice(path.length));
  };
}

export const findPageOf = (routes: Routes): FindPage =>
  findPageIn(Object.values(routes).map((route) => pathOf(routes, route)));

export function findPageIn(paths: readonly string[]): FindPage {
  const plain = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const path of paths) {
    if (isExcluded(path)) continue;
    if (/[:*]/.test(path)) patterns.push(patternOf(path));
    else plain.set(path.toLowerCase(), path);
  }
  // Static segments first: `/docs/learn` before `/docs/:legal`.
  const fixed = ({ segments }: Pattern) => segments.filter((segment) => !/^[:*]/.test(segment)).length;
  patterns.sort((a, b) => fixed(b) - fixed(a));

  return (path) => {
    if (plain.get(path) === path) return { canonicalPath: path, pattern: path };
    const tidy = normalizePath(path);
    const known = plain.get(tidy.toLowerCase());
    if (known !== undefined) return { canonicalPath: known, pattern: known };
    for (const { pattern, segments, expression } of patterns) {
      const values = expression.exec(tidy)?.slice(1);
      if (!values) continue;
      const canonicalPath = segments
        .map((segment) => (/^[:*]/.test(segment) ? values.shift() : segment))
        .join('/');
      return { canonicalPath, pattern };
    }
    return undefined;
  };
}

/** API paths are matched exactly, and the 404 page has no path. */
const isExcluded = (path: string): boolean => path === '/*' || path.startsWith('/api/');

function patternOf(path: string): Pattern {
  const segments = path.split('/');
  const expression = segments
    .map((segment) => (segment.startsWith(':') ? '([^/]+)' : segment === '*' ? '(.*)' : segment))
    .join('/');
  return { pattern: path, segments, expression: new RegExp(`^${expression}$`, 'i') };
}

/** Removes duplicate and trailing slashes, and decodes characters that need no encoding. */
function normalizePath(path: string): string {
  const letters = path.replace(/%(?:2d|5f|3\d|[46][1-9a-f]|[57][\da])/gi, (code) => decodeURIComponent(code));
  return letters.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

function pathOf(routes: Routes, route: Routes[string]): string {
  const parts: string[] = [];
  let each: Routes[string] | undefined = route;
  while (each) {
    if (each.path) parts.unshift(each.path);
    each = each.parentId === undefined ? undefined : routes[each.parentId];
  }
  return `/${parts.join('/')}`;
}
