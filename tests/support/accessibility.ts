import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * What axe finds on a page, a line each. It's asked directly: injected once into each document, and answering with
 * its findings alone, which is half the work of its wrapper for Playwright. We have no frames of our own to look into.
 */
export async function axeFindings(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (asked) => {
      const results = await window.axe?.run(document, asked);
      if (!results) throw new Error('axe is not on this page');
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    // Its rule about a locked orientation alone would load every style sheet again: we lock none.
    { iframes: false, preload: false, resultTypes: ['violations' as const], ...options },
  );
}
