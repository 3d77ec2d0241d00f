import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

const AI_PAGE = '/ai';

/**
 * Whether only the session in the address of the AI page changes, which no loader reads. Loading data for it would cost a
 * request, and offline the page would wait for it.
 */
export const switchesSession = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === AI_PAGE && nextUrl.pathname === AI_PAGE && currentUrl.search !== nextUrl.search;
