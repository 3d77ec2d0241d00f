import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

declare module 'express-serve-static-core' {
  interface Locals {
    nonce: string;
    requestId: string;
  }
}

export function giveNonce(_request: Request, response: Response, next: NextFunction): void {
  response.locals.nonce = randomUUID();
  next();
}

/** The pages with a card form. Their browser half knows them as well: app/features/payments/load-stripe.ts. */
const CARD_PAGES: ReadonlySet<string> = new Set(['/top-up', '/subscriptions']);

/** What Stripe asks to be let in: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  pictures: ['https://*.stripe.com'],
};
const NOTHING = { scripts: [], frames: [], calls: [], pictures: [] };

/** What pages use of a device: recordings to be transcribed, and Stripe's buttons. Embedded pages get nothing else. */
const PERMISSIONS = [
  'accelerometer=()',
  'autoplay=()',
  'browsing-topics=()',
  'camera=()',
  'display-capture=()',
  'encrypted-media=()',
  'geolocation=()',
  'gyroscope=()',
  'hid=()',
  'magnetometer=()',
  'microphone=(self)',
  'midi=()',
  'payment=(self "https://js.stripe.com" "https://hooks.stripe.com")',
  'screen-wake-lock=()',
  'serial=()',
  'usb=()',
  'xr-spatial-tracking=()',
].join(', ');

interface HeaderOptions {
  isHttps: boolean;
  isDevelopment: boolean;
  /** Browsers keep to https on the names below ours as well. */
  includeSubDomains: boolean;
}

/**
 * Scripts run only with this answer's nonce; the pages with a card form let Stripe's in as well. What the API answers
 * is no page: whoever opens it as one gets nothing that runs or loads.
 */
export function securityHeaders(options: HeaderOptions): RequestHandler {
  const usual = headersWith(policyOfPages(options, NOTHING), options);
  const withCards = headersWith(policyOfPages(options, STRIPE), options);
  const ofApi = headersWith({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, options);
  return (request, response, next) => {
    const isCardPage = CARD_PAGES.has(request.path.replace(/\/+$/, ''));
    const headers = request.path.startsWith('/api/') ? ofApi : isCardPage ? withCards : usual;
    response.setHeader('Permissions-Policy', PERMISSIONS);
    headers(request, response, next);
  };
}

type Guests = Record<keyof typeof STRIPE, readonly string[]>;
type Policy = Record<string, (string | typeof nonceOf)[]>;

const nonceOf = (_request: unknown, response: unknown): string =>
  `'nonce-${(response as Response).locals.nonce}'`;

function policyOfPages({ isDevelopment }: HeaderOptions, guests: Guests): Policy {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", nonceOf, ...guests.scripts],
    // Menus and toasts place themselves with style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...guests.pictures],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...guests.calls, ...(isDevelopment ? ['ws:'] : [])],
    frameSrc: guests.frames.length === 0 ? ["'none'"] : [...guests.frames],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    // No upgrade-insecure-requests: all there is comes from here, and a page opened by http must be able to lead to https.
  };
}

function headersWith(directives: Policy, { isHttps, includeSubDomains }: HeaderOptions): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
