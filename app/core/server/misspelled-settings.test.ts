import fs from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES } from './env.server';
import { findMisspelledSettings } from './misspelled-settings.server';

describe('a misspelled setting', () => {
  it('is named with the one that was meant', () => {
    expect(findMisspelledSettings(['SMPT_URL', 'PORT'], ['SMPT_URL', 'PORT', 'STRIPE_SECRETKEY'])).toEqual([
      'SMPT_URL in .env is not a setting of Promptwell’s: did you mean SMTP_URL?',
      'STRIPE_SECRETKEY is not a setting of Promptwell’s: did you mean STRIPE_SECRET_KEY?',
    ]);
  });

  it('is any unknown name in .env, but for those of others', () => {
    expect(findMisspelledSettings(['OPENAI_ORGANIZATION', 'NODE_OPTIONS', 'TZ'], [])).toEqual([
      'OPENAI_ORGANIZATION in .env is not a setting of Promptwell’s.',
    ]);
  });

  it('is none of what a usual environment has', () => {
    const usual = [
      'HOME',
      'PATH',
      'PWD',
      'USER',
      'HOSTNAME',
      'HOSTTYPE',
      'POSTS',
      'OPENAI_ORG_ID',
      'GEMINI_MODEL',
    ];
    expect(findMisspelledSettings([], [...usual, 'npm_config_cache', 'OTEL_EXPORTER_OTLP_HEADERS'])).toEqual(
      [],
    );
  });
});

describe('the settings', () => {
  /** Set by the program itself or for its tests. */
  const internal = ['NODE_ENV', 'CHECK_ANSWERS'];
  const documented = SETTING_NAMES.filter((name) => !internal.includes(name)).sort();

  it('are all in .env.example, once, and nothing else is', () => {
    const text = fs.readFileSync('.env.example', 'utf8');
    const names = [...text.matchAll(/^#?([A-Z][A-Z_]*)=/gm)].map(([, name = '']) => name);
    expect(names.sort()).toEqual(documented);
  });

  it('are all left at their defaults by .env.example', () => {
    expect(parseEnv(fs.readFileSync('.env.example', 'utf8'))).toEqual({});
  });

  it('are all in docs/self-hosting.md', () => {
    const text = fs.readFileSync('docs/self-hosting.md', 'utf8');
    expect(documented.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
