import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { $ZodType } from 'zod/v4/core';
import type { Access } from '../../app/core/edge/declare-call.server';
import type { Loader } from '../../app/core/edge/page.server';
import type { RateLimit } from '../../app/core/server/rate-limits.server';

export interface BuiltPage {
  /** As the route table has it: `/saved-prompts/:id`. */
  pattern: string;
  address: string;
  /** Undefined for a page without a loader of the edge. */
  access: Access | undefined;
  rateLimit: RateLimit | null | undefined;
  hasForm: boolean;
  /** Its forms stay as they were filled in when they cannot be sent; `yet-goes` where the page itself is read anew then. */
  keepsForm: 'no' | 'yes' | 'yet-goes';
  /** Whose forms they are, and what each takes, by its intent; none for a page without an action of the edge. */
  forms: { access: Access; schemas: Readonly<Record<string, $ZodType>> } | undefined;
  /** With `id` in the place of each parameter. */
  addressWith: (id: string) => string;
}

type Route = ServerBuild['routes'][string];

/** Every page of the built application, found in its own route table. */
export async function builtPages(): Promise<BuiltPage[]> {
  const file = path.resolve(import.meta.dirname, '../../build/server/index.js');
  const { routes } = (await import(pathToFileURL(file).href)) as ServerBuild;
  return Object.values(routes).flatMap((route) => {
    if (route.module.default === undefined || (route.path === undefined && !route.index)) return [];
    const loader = route.module.loader as Partial<Loader<unknown>> | undefined;
    const action = route.module.action as Partial<NonNullable<BuiltPage['forms']>> | undefined;
    const pattern = patternOf(routes, route);
    const addressWith = (id: string) => pattern.replace(/:\w+|\*/g, id);
    return [
      {
        pattern,
        address: addressWith('something'),
        addressWith,
        access: loader?.access,
        rateLimit: loader?.rateLimit,
        hasForm: action !== undefined,
        keepsForm: keepsForm(route),
        forms: action?.access && action.schemas && { access: action.access, schemas: action.schemas },
      },
    ];
  });
}

/** Remix reads anew what does not say whether it should be, and so all that the page is in. */
function keepsForm({ module }: Route): BuiltPage['keepsForm'] {
  const { clientAction, shouldRevalidate } = module as { clientAction?: unknown; shouldRevalidate?: unknown };
  if (clientAction === undefined) return 'no';
  return shouldRevalidate === undefined ? 'yet-goes' : 'yes';
}

function patternOf(routes: ServerBuild['routes'], route: Route): string {
  const parts: string[] = [];
  let each: Route | undefined = route;
  while (each) {
    if (each.path) parts.unshift(each.path);
    each = each.parentId === undefined ? undefined : routes[each.parentId];
  }
  return `/${parts.join('/')}`;
}
