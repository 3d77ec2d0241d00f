import { describe, expect, it } from 'vitest';
import { readEnv } from './env.server';

describe('settings', () => {
  it('all have defaults', () => {
    expect(readEnv({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      DEMO_PROVIDER: 'auto',
      TRUST_PROXY: false,
    });
  });

  it('count as absent when they are empty', () => {
    expect(readEnv({ OPENAI_API_KEY: '', SMTP_URL: ' ', PORT: '8080' })).toMatchObject({
      OPENAI_API_KEY: undefined,
      SMTP_URL: undefined,
      PORT: 8080,
    });
  });

  it('name every mistake at once', () => {
    const read = () =>
      readEnv({ PORT: 'abc', APP_URL: 'nowhere', SESSION_SECRET: 'short', LOG_LEVEL: 'loud' });
    for (const name of ['PORT', 'APP_URL', 'SESSION_SECRET', 'LOG_LEVEL']) expect(read).toThrow(name);
  });

  it('belong together where one makes no sense alone', () => {
    expect(() => readEnv({ ADMIN_EMAIL: 'a@example.org' })).toThrow(/ADMIN_PASSWORD/);
  });

  it('keep moderation on this server unless OpenAI’s is chosen, which needs a key', () => {
    expect(readEnv({ OPENAI_API_KEY: 'sk-x' }).MODERATION).toBe('rules');
    expect(() => readEnv({ MODERATION: 'openai' })).toThrow(/OPENAI_API_KEY/);
    expect(readEnv({ MODERATION: 'openai', OPENAI_API_KEY: 'sk-x' }).MODERATION).toBe('openai');
  });

  it('refuse a live payment key that forged webhooks could abuse', () => {
    expect(() => readEnv({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
    expect(readEnv({ STRIPE_SECRET_KEY: 'sk_test_x' }).STRIPE_SECRET_KEY).toBe('sk_test_x');
  });
});
