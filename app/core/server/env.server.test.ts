import { describe, expect, it } from 'vitest';
import { readEnv } from './env.server';

describe('settings', () => {
  it('all have defaults', () => {
    expect(readEnv({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      DEMO_PROVIDER: 'auto',
      TRUST_PROXY: 0,
    });
  });

  it('count as absent when they are empty', () => {
    const without = readEnv({ PORT: '8080' });
    expect(readEnv({ OPENAI_API_KEY: '', SMTP_URL: ' ', PORT: '8080' })).toStrictEqual(without);
    const numbers = { PORT: '', BAIQL_WORKERS: '', BAIQL_KEEP_DAYS: ' ', BACKUP_KEEP: '' };
    expect(readEnv({ ...numbers, BACKUP_EVERY_HOURS: '', LOG_LEVEL: '' })).toMatchObject({
      PORT: 3000,
      BACKUP_EVERY_HOURS: 24,
      BACKUP_KEEP: 14,
      LOG_LEVEL: 'info',
    });
  });

  it('name every mistake at once', () => {
    const wrong = { PORT: 'abc', APP_URL: 'nowhere', SESSION_SECRET: 'short', STRIPE_API_BASE: 'nowhere' };
    const alone = {
      ADMIN_EMAIL: 'a@example.org',
      GOOGLE_CLIENT_ID: 'client',
      STRIPE_SECRET_KEY: 'sk_live_x',
    };
    const read = () => readEnv({ ...wrong, ...alone, MODERATION: 'model' });
    for (const name of [...Object.keys({ ...wrong, ...alone }), 'STRIPE_WEBHOOK_SECRET', 'MODERATION_MODEL'])
      expect(read).toThrow(`  ${name} `);
  });

  it('belong together where one makes no sense alone', () => {
    expect(() => readEnv({ ADMIN_EMAIL: 'a@example.org' })).toThrow(/ADMIN_PASSWORD/);
    expect(() => readEnv({ GOOGLE_CLIENT_ID: 'client' })).toThrow(/GOOGLE_CLIENT_SECRET/);
    for (const half of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'])
      expect(() => readEnv({ [half]: 'test_x' })).toThrow(
        /STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together/,
      );
  });

  it('let OpenAI judge what its own models answer, unless something else is chosen', () => {
    expect(readEnv({})).toMatchObject({ MODERATION: 'auto', MODERATION_ON_FAILURE: 'allow' });
    expect(readEnv({ MODERATION: '' }).MODERATION).toBe('auto');
    expect(readEnv({ MODERATION: 'openai', OPENAI_API_KEY: 'sk-x' }).MODERATION).toBe('openai');
    const guard = {
      MODERATION: 'model',
      MODERATION_MODEL: 'g',
      MODERATION_BASE_URL: 'http://localhost:1/v1',
    };
    expect(readEnv(guard)).toMatchObject(guard);
  });

  it.each([
    [
      { MODERATION: 'rules' },
      /MODERATION is rules, which is no longer supported: use auto, openai, model or off/,
    ],
    [{ MODERATION: 'loud' }, /MODERATION must be auto, openai, model or off/],
    [{ MODERATION: 'openai' }, /MODERATION is openai, which needs OPENAI_API_KEY or MODERATION_API_KEY/],
    [{ MODERATION: 'model' }, /MODERATION_MODEL must name the guard model[^]*MODERATION_BASE_URL must be/],
    [{ MODERATION_MODEL: 'g' }, /MODERATION_MODEL is set, but is not used with MODERATION=auto/],
    [{ MODERATION: 'off', MODERATION_API_KEY: 'k' }, /MODERATION_API_KEY is set, but is not used/],
    [{ MODERATION_BASE_URL: 'localhost' }, /MODERATION_BASE_URL must be an address/],
    [
      { DATABASE_URL: 'mysql://app:secret@db/promptwell' },
      /DATABASE_URL must be the address of a PostgreSQL database, such as postgres:\/\//,
    ],
    [{ APP_URL: 'example.org:8443' }, /APP_URL must be an address such as https:/],
    [{ APP_URL: 'https://example.org/promptwell' }, /APP_URL must have no path/],
    [{ MAIL_FROM: 'Promptwell' }, /MAIL_FROM must have an email address/],
    [{ OPENAI_BASE_URL: 'localhost:11434/v1' }, /OPENAI_BASE_URL must be an address such as https:/],
    [{ SMTP_URL: 'mail.example.org:587' }, /SMTP_URL must be an address such as smtp:/],
    [{ GOOGLE_TOKEN_URL: 'http://login.example.org/token' }, /GOOGLE_TOKEN_URL must begin with https:/],
    [{ STRIPE_API_BASE: 'http://stripe.example.org' }, /STRIPE_API_BASE must begin with https:/],
    [{ MODERATION_ON_FAILURE: 'pause' }, /MODERATION_ON_FAILURE/],
    [{ HOME_COUNTRY: 'Germany' }, /HOME_COUNTRY must be the two letters of a country, or of several/],
    ...[
      'yes',
      '-1',
      '1.5',
      '99',
      '10.0.0.0/8;loopback',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      'example.org',
    ].map((TRUST_PROXY): [Record<string, string>, RegExp] => [
      { TRUST_PROXY },
      /TRUST_PROXY must be true, a number/,
    ]),
  ])('say what is wrong with %j', (settings, sentence) => {
    expect(() => readEnv(settings)).toThrow(sentence);
  });

  it('are taken in each form that works', () => {
    const { APP_URL, MAIL_FROM } = readEnv({
      APP_URL: 'https://example.org:8443/',
      MAIL_FROM: 'no-reply@host',
    });
    expect([APP_URL, MAIL_FROM]).toEqual(['https://example.org:8443/', 'no-reply@host']);
    const from = '"Promptwell, Inc." <no-reply@example.org>';
    expect(readEnv({ MAIL_FROM: from }).MAIL_FROM).toBe(from);
  });

  it.each([
    ['true', 1],
    ['on', 1],
    ['1', 1],
    ['false', 0],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, loopback,fd00::/8,203.0.113.4', ['10.0.0.0/8', 'loopback', 'fd00::/8', '203.0.113.4']],
  ])('trust the proxies that TRUST_PROXY=%s names', (value, trusted) => {
    expect(readEnv({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(trusted);
  });

  it('know where people dial from', () => {
    expect(readEnv({}).HOME_COUNTRY).toEqual(['US']);
    expect(readEnv({ HOME_COUNTRY: 'de' }).HOME_COUNTRY).toEqual(['DE']);
    expect(readEnv({ HOME_COUNTRY: 'us, mx' }).HOME_COUNTRY).toEqual(['US', 'MX']);
  });

  it('refuse a live payment key that forged webhooks could abuse', () => {
    const publishable = { STRIPE_PUBLISHABLE_KEY: 'pk_x' };
    expect(() => readEnv({ STRIPE_SECRET_KEY: 'sk_live_x', ...publishable })).toThrow(
      /STRIPE_WEBHOOK_SECRET/,
    );
    expect(readEnv({ STRIPE_SECRET_KEY: 'sk_test_x', ...publishable }).STRIPE_SECRET_KEY).toBe('sk_test_x');
    const restricted = { STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' };
    expect(() => readEnv(restricted)).toThrow(/STRIPE_WEBHOOK_SECRET/);
    expect(readEnv({ ...restricted, STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toMatchObject(restricted);
  });

  it.each([
    ['sk_live_x', 'pk_test_x'],
    ['sk_test_x', 'pk_live_x'],
  ])('refuse Stripe keys of which one is live and the other is not (%s)', (secret, publishable) => {
    const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
    expect(() => readEnv({ ...keys, STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toThrow(
      /STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live/,
    );
  });
});
