import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

declare module 'express-serve-static-core' {
  interface Locals {
    nonce: string;
    requestId: string;
  }
}

export function assignNonce(_request: Request, response: Response, next: NextFunction): void {
  response.locals.nonce = randomUUID();
  next();
}

/** Pages with a card form. app/features/payments/load-stripe.ts has the same list. */
const CARD_PAGES: ReadonlySet<string> = new Set(['/top-up', '/subscriptions']);

/** Sources required by Stripe: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  pictures: ['https://*.stripe.com'],
};
const NOTHING = { scripts: [], frames: [], calls: [], pictures: [] };

/**
 * Device features that pages use: the microphone for transcription, and Stripe's payment buttons. Frames get no others.
 */
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
  /** Extends HSTS to subdomains. */
  includeSubDomains: boolean;
}

/**
 * Scripts need this response's nonce; pages with a card form also allow Stripe's. API responses allow nothing, in case
 * one is opened as a page.
 */
export function securityHeaders(options: HeaderOptions): RequestHandler {
  const defaultHeaders = headersWith(policyOfPages(options, NOTHING), options);
  const cardPageHeaders = headersWith(policyOfPages(options, STRIPE), options);
  const apiHeaders = headersWith({ defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, options);
  return (request, response, next) => {
    const isCardPage = CARD_PAGES.has(request.path.replace(/\/+$/, ''));
    const headers = request.path.startsWith('/api/')
      ? apiHeaders
      : isCardPage
        ? cardPageHeaders
        : defaultHeaders;
    response.setHeader('Permissions-Policy', PERMISSIONS);
    headers(request, response, next);
  };
}

type ThirdPartySources = Record<keyof typeof STRIPE, readonly string[]>;
type Policy = Record<string, (string | typeof nonceOf)[]>;

const nonceOf = (_request: unknown, response: unknown): string =>
  `'nonce-${(response as Response).locals.nonce}'`;

function policyOfPages({ isDevelopment }: HeaderOptions, guests: ThirdPartySources): Policy {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", nonceOf, ...guests.scripts],
    // Menus and toasts are positioned by style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...guests.pictures],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...guests.calls, ...(isDevelopment ? ['ws:'] : [])],
    frameSrc: guests.frames.length === 0 ? ["'none'"] : [...guests.frames],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    // No upgrade-insecure-requests: all resources are same-origin, and pages served over http must be able to link to
    // https.
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
