import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Less than half of what `axe.source` is, which each page would have to read. */
const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface AxeContext {
  /** Selectors of what is left out. */
  exclude?: string[];
}

/**
 * Violations that axe finds on a page, one per line. axe is injected once per document and returns only its findings,
 * which takes half the time of its wrapper for Playwright. Our pages have no frames to check.
 */
export async function axeFindings(
  page: Page,
  options: RunOptions = {},
  { exclude = [] }: AxeContext = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ without, asked }) => {
      const results = await window.axe?.run({ include: document, exclude: without }, asked);
      if (!results) throw new Error('axe is not on this page');
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    {
      without: exclude,
      // Its rule about a locked orientation alone would load every style sheet again: we lock none.
      asked: { iframes: false, preload: false, resultTypes: ['violations' as const], ...options },
    },
  );
}
