import '@remix-run/node';

declare module '@remix-run/node' {
  /** Loaders and actions give their data as it is: dates stay dates. */
  interface Future {
    v3_singleFetch: true;
  }
}
