import type { Services } from './services';

declare module '@remix-run/node' {
  /** What the host gives to every loader and action. */
  interface AppLoadContext {
    services: Services;
    /** Allows the inline scripts of this one answer (content security policy). */
    nonce: string;
    requestId: string;
    clientAddress: string;
    /** Called once the answer has been sent, or whoever asked has gone. */
    onAnswered?: (listener: () => void) => void;
  }
}
