import '@remix-run/node';

declare module '@remix-run/node' {
  /** Loaders and actions return their data unserialized: dates stay dates. */
  interface Future {
    v3_singleFetch: true;
  }
}
