import { api } from '../../app/api.server';
import {
  METHODS,
  type Access,
  type ApiCall,
  type ApiRoute,
  type Method,
} from '../../app/core/edge/declare-call.server';

export interface DeclaredCall {
  /** Such as `PUT /api/savedprompts/:id`. */
  name: string;
  route: ApiRoute;
  method: Method;
  call: ApiCall;
}

/** Every call of the API, by being declared. */
export const CALLS: readonly DeclaredCall[] = api.routes.flatMap((route) =>
  METHODS.flatMap((method) => {
    const call = route.calls[method];
    return call ? [{ name: `${method} ${route.path}`, route, method, call }] : [];
  }),
);

/** Whether users see only their own data, and administrators no more than others. */
export const isOnesOwn = (access: Access | undefined): boolean =>
  access === 'signed-in' || access === 'baiql:use';

/** The id of nothing. */
export const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';

/** Every id in a text. */
export const idsIn = (text: string): string[] => [
  ...new Set(text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []),
];
