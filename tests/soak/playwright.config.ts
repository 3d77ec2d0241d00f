import { defineConfig } from '@playwright/test';
import browserTests from '../../playwright.config';

/** `npm run soak:layout`: what takes the browser longer than `npm test` has. */
export default defineConfig({ ...browserTests, testDir: '.', outputDir: '../../build/soak-results' });
