import type { Services } from './services';

declare module '@remix-run/node' {
  /** The context that the host passes to every loader and action. */
  interface AppLoadContext {
    services: Services;
    /** Allows this response's inline scripts (content security policy). */
    nonce: string;
    requestId: string;
    clientAddress: string;
    /** The listener runs once the response has been sent or the client has disconnected. */
    onResponseClosed?: (listener: () => void) => void;
  }
}
