import { NAMES } from '../support/names';
import { registerPerson } from '../support/people';
import { expect, signIn, test, untilAlive } from './fixtures';

for (const name of NAMES) {
  // What React finds different from the server's page is an error on the console, which fails a test.
  test(`${name} is on pages that the browser takes over as they came @soak`, async ({ page, server }) => {
    await signIn(page, await registerPerson(server, name), '/account');
    await expect(page.getByLabel('First name')).toHaveValue(name.normalize('NFC'));
    for (const address of ['/ai', '/dashboard', '/saved-prompts']) {
      await page.goto(address);
      await untilAlive(page);
      await expect(page.getByRole('main')).toBeVisible();
    }
  });
}
