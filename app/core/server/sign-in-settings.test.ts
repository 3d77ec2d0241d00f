import { describe, expect, it } from 'vitest';
import { readEnv } from './env.server';

const SCHOOL = {
  OIDC_PROVIDERS: 'school',
  OIDC_SCHOOL_ISSUER: 'https://login.example.org/realms/school',
  OIDC_SCHOOL_CLIENT_ID: 'client',
  OIDC_SCHOOL_CLIENT_SECRET: 'secret',
};

describe('an OpenID provider', () => {
  it('has its defaults', () => {
    expect(readEnv(SCHOOL).openIdProviders).toEqual([
      {
        name: 'school',
        issuer: 'https://login.example.org/realms/school',
        clientId: 'client',
        clientSecret: 'secret',
        label: 'School',
        scopes: 'openid email profile',
        roleClaim: undefined,
        roleMap: [],
        allowedDomains: [],
        autoRegister: true,
        trustEmail: false,
      },
    ]);
  });

  it('maps groups with any name to roles', () => {
    const [school] = readEnv({
      ...SCHOOL,
      OIDC_SCHOOL_ROLE_CLAIM: 'groups',
      OIDC_SCHOOL_ROLE_MAP: '/Teachers=Math=paiduser, IT staff = Admin',
      OIDC_SCHOOL_ALLOWED_DOMAINS: '@Example.org, school.example',
      OIDC_SCHOOL_SCOPES: 'email,groups openid',
    }).openIdProviders;
    expect(school).toMatchObject({
      roleMap: [
        ['/Teachers=Math', 'paiduser'],
        ['IT staff', 'admin'],
      ],
      allowedDomains: ['example.org', 'school.example'],
      scopes: 'openid email groups',
    });
  });
});

describe('settings that would open accounts to others, or do nothing, are refused by name', () => {
  it.each<[Record<string, string>, string]>([
    [{ OIDC_PROVIDERS: 'school' }, 'OIDC_SCHOOL_ISSUER must be'],
    [{ ...SCHOOL, OIDC_PROVIDERS: 'school,school' }, 'OIDC_PROVIDERS names a provider twice'],
    [{ ...SCHOOL, OIDC_PROVIDERS: 'my school' }, 'OIDC_PROVIDERS must be'],
    [
      { ...SCHOOL, OIDC_SCHOOL_ISSUER: 'http://login.example.org' },
      'OIDC_SCHOOL_ISSUER must begin with https://',
    ],
    [{ ...SCHOOL, OIDC_SCHOOL_ISSUER: 'login.example.org' }, 'OIDC_SCHOOL_ISSUER must be an address'],
    [{ ...SCHOOL, OIDC_SCHOOL_TRUST_EMAIL: 'true' }, 'OIDC_SCHOOL_TRUST_EMAIL needs _ALLOWED_DOMAINS'],
    [{ ...SCHOOL, OIDC_SCHOOL_ROLE_CLAIM: 'groups' }, 'OIDC_SCHOOL_ROLE_CLAIM and'],
    [
      { ...SCHOOL, OIDC_SCHOOL_ROLE_CLAIM: 'groups', OIDC_SCHOOL_ROLE_MAP: 'it=boss' },
      'OIDC_SCHOOL_ROLE_MAP must pair',
    ],
    [{ REGISTRATION: 'domains' }, 'REGISTRATION_DOMAINS must list'],
    [{ REGISTRATION_DOMAINS: 'example.org' }, 'REGISTRATION_DOMAINS is set'],
    [{ REGISTRATION: 'some' }, 'REGISTRATION must be'],
    [{ AUTH_PROXY_HEADER: 'Remote-User' }, 'AUTH_PROXY_TRUSTED must be'],
    [{ AUTH_PROXY_HEADER: 'Remote-User', AUTH_PROXY_TRUSTED: '0.0.0.0/0' }, 'AUTH_PROXY_TRUSTED must be'],
    [{ AUTH_PROXY_HEADER: 'Remote User', AUTH_PROXY_TRUSTED: '10.0.0.2' }, 'AUTH_PROXY_HEADER must be'],
  ])('%j', (settings, message) => {
    expect(() => readEnv(settings)).toThrow(message);
  });
});
