import type { HeadersFunction, LinksFunction, MetaFunction } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { useEffect, type ReactNode } from 'react';
import { announceNobody } from '~/core/browser/account-signals';
import { page } from '~/core/edge/page.server';
import { useNonce } from '~/core/shared/nonce';
import { AppShell, ErrorPage, errorStory } from '~/features/shell';
import { readShell, type ShellData } from '~/features/shell/index.server';
import stylesUrl from '~/styles/app.css?url';

export const links: LinksFunction = () => [
  { rel: 'preload', href: interUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesUrl },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** What an error asks the reader to do, `Retry-After` or `Allow`, goes out with its page. */
export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

/** Of a page that has none of its own: of an error, which takes the place of any page and is told apart by it. */
export const meta: MetaFunction = ({ error }) => [
  { title: error === undefined ? 'Promptwell' : `${errorStory(error).title} · Promptwell` },
];

export const loader = page({
  access: 'anyone',
  load: ({ services, actor, request }) => readShell(services, actor, request),
});

export { shouldRevalidate } from '~/ui/form/keep-form';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const theme = useRouteLoaderData<typeof loader>('root')?.theme ?? 'system';
  return (
    // The switch changes data-theme at once; the next answer of the server agrees with it.
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a1c19" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

const SIGNED_OUT: ShellData = {
  actor: null,
  balanceMicroUsd: null,
  offersTopUp: false,
  lowBalance: null,
  theme: 'system',
  isSetUp: true,
};

/** What this browser was shown last: a failure to read it anew signs nobody out. */
let lastShell: ShellData | undefined;

export default function Root() {
  const data = useLoaderData<typeof loader>();
  useEffect(() => {
    lastShell = data;
  }, [data]);
  const { actor, ...shell } = data;
  const isSignedOut = actor === null;
  useEffect(() => {
    if (isSignedOut) announceNobody();
  }, [isSignedOut]);
  return (
    <AppShell user={actor} {...shell}>
      <Outlet />
    </AppShell>
  );
}

export function ErrorBoundary() {
  const { actor, ...shell } = useRouteLoaderData<typeof loader>('root') ?? lastShell ?? SIGNED_OUT;
  return (
    <AppShell user={actor} {...shell}>
      <ErrorPage error={useRouteError()} user={actor} />
    </AppShell>
  );
}
