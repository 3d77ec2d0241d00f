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
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { useEffect, type ReactNode } from 'react';
import { announceNobody } from '~/core/browser/account-signals';
import { switchesSession } from '~/core/browser/switches-session';
import { page } from '~/core/edge/page.server';
import { useNonce } from '~/core/shared/nonce';
import { AppShell, ErrorPage, errorView } from '~/features/shell';
import { readShell, type ShellData } from '~/features/shell/index.server';
import { shouldRevalidate as revalidatesUnlessUnsent } from '~/ui/form/preserve-form';
import stylesUrl from '~/styles/app.css?url';

export const links: LinksFunction = () => [
  { rel: 'preload', href: interUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesUrl },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** Sends an error's `Retry-After` or `Allow` with its page. */
export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

/** For pages without a title of their own, and for errors. */
export const meta: MetaFunction = ({ error }) => [
  { title: error === undefined ? 'Promptwell' : `${errorView(error).title} · Promptwell` },
];

export const loader = page({
  access: 'anyone',
  load: ({ services, actor, request }) => readShell(services, actor, request),
});

export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  !switchesSession(args) && revalidatesUnlessUnsent(args);

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const theme = useRouteLoaderData<typeof loader>('root')?.theme ?? 'system';
  return (
    // The theme switch sets data-theme at once; the server's next response agrees with it.
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
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
  openTimezone: null,
  theme: 'system',
  isSetUp: true,
};

/** The last data shown, used on the error page if loading it again fails, so that the user still appears signed in. */
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
