import { expect, type Locator, type Page } from '@playwright/test';

const MAX_STOPS = 70;

/** Presses Tab until it has the focus. Where the focus is lost on the way, or goes in circles, it never gets there. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}
