import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect`, about which React warns on the server. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
