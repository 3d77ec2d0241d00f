import * as z from 'zod';
import { parseRole, type Role } from '~/core/shared/permissions';
import { parseNetworks } from './trust-proxy.server';

/** Registration policy: open to all, by invitation, by email domain, or closed. */
const REGISTRATION_MODES = ['open', 'invite', 'domains', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

const text = z.string().trim().optional();
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/;

/** Domains of addresses, without subdomains. */
const domains = text
  .transform((value) => splitList(value?.toLowerCase().replaceAll('@', '')))
  .refine((list) => list.every((domain) => DOMAIN.test(domain)), {
    message: 'must be a domain, or several separated by commas, such as example.org,school.example',
  });

/** A provider's groups, each with the role it gives. */
export type RoleMap = readonly (readonly [group: string, role: Role])[];

/** `teachers=paiduser,it=admin`. A group's name may contain an equals sign. */
const roleMap = text.transform((value, context): RoleMap => {
  const entries = splitList(value).map((entry) => {
    const at = entry.lastIndexOf('=');
    return [entry.slice(0, Math.max(at, 0)).trim(), parseRole(entry.slice(at + 1))] as const;
  });
  const read = entries.flatMap(([group, role]) => (group !== '' && role ? [[group, role] as const] : []));
  if (read.length === entries.length) return read;
  context.issues.push({
    code: 'custom',
    input: value,
    message: 'must pair groups with roles, such as teachers=paiduser,it=admin',
  });
  return z.NEVER;
});

const optionalHeader = text.refine((name) => name === undefined || HEADER_NAME.test(name), {
  message: 'must be the name of a header, such as Remote-User',
});
const headerName = (fallback: string) => optionalHeader.transform((name) => name ?? fallback);

export const signInShape = {
  REGISTRATION: z
    .enum(REGISTRATION_MODES, { error: 'must be open, invite, domains or closed' })
    .default('open'),
  REGISTRATION_DOMAINS: domains,
  OIDC_PROVIDERS: text
    .transform((value) => splitList(value?.toLowerCase()))
    .refine((names) => names.every((name) => /^[a-z][a-z\d]{0,30}$/.test(name)), {
      message: 'must be names of letters and digits, separated by commas, such as school,work',
    })
    .refine((names) => new Set(names).size === names.length, { message: 'names a provider twice' }),
  AUTH_PROXY_HEADER: optionalHeader,
  AUTH_PROXY_EMAIL_HEADER: headerName('Remote-Email'),
  AUTH_PROXY_NAME_HEADER: headerName('Remote-Name'),
  AUTH_PROXY_GROUPS_HEADER: headerName('Remote-Groups'),
  AUTH_PROXY_ROLE_MAP: roleMap,
  AUTH_PROXY_TRUSTED: text.transform((value, context) => {
    const networks = value === undefined ? [] : parseNetworks(value);
    if (networks) return networks;
    context.issues.push({
      code: 'custom',
      input: value,
      message: 'must be the proxy’s address or its networks, such as 10.0.0.2 or 10.0.0.0/8,loopback',
    });
    return z.NEVER;
  }),
  AUTH_PROXY_LOGOUT_URL: text.pipe(
    z
      .url({ protocol: /^https?$/, message: 'must be an address such as https://auth.example.org/logout' })
      .optional(),
  ),
};

/** One of OIDC_PROVIDERS. */
export interface OpenIdProviderSettings {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  label: string;
  scopes: string;
  /** Path of the claim with the groups. */
  roleClaim: string | undefined;
  roleMap: RoleMap;
  /** Empty: any. */
  allowedDomains: readonly string[];
  autoRegister: boolean;
  trustEmail: boolean;
}

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', 'on', 'off'], { error: 'must be true or false' })
    .optional()
    .transform((value) => (value === undefined ? fallback : ['true', '1', 'on'].includes(value)));
const required = (what: string) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, `must be ${what}`);

const providerShape = {
  ISSUER: required('the provider’s issuer, such as https://login.example.org/realms/school')
    .refine((issuer) => URL.canParse(issuer), {
      message: 'must be an address such as https://login.example.org/realms/school',
    })
    .refine((issuer) => !URL.canParse(issuer) || isSecureIssuer(new URL(issuer)), {
      message: 'must begin with https://, or anyone on the network could log in as anyone',
    }),
  CLIENT_ID: required('the client’s id at the provider'),
  CLIENT_SECRET: required('the client’s secret at the provider'),
  LABEL: text.refine((label) => label === undefined || label.length <= 40, {
    message: 'must have at most 40 characters',
  }),
  SCOPES: text.transform((scopes) => [
    ...new Set(['openid', ...(scopes ?? 'email profile').split(/[\s,]+/).filter((scope) => scope !== '')]),
  ]),
  ROLE_CLAIM: text,
  ROLE_MAP: roleMap,
  ALLOWED_DOMAINS: domains,
  AUTO_REGISTER: flag(true),
  TRUST_EMAIL: flag(false),
};

const providerSchema = z
  .object(providerShape)
  .refine(({ ROLE_CLAIM, ROLE_MAP }) => (ROLE_CLAIM === undefined) === (ROLE_MAP.length === 0), {
    path: ['ROLE_CLAIM'],
    message: 'and the setting _ROLE_MAP belong together: set both or neither',
  })
  .refine(({ TRUST_EMAIL, ALLOWED_DOMAINS }) => !TRUST_EMAIL || ALLOWED_DOMAINS.length > 0, {
    path: ['TRUST_EMAIL'],
    message: 'needs _ALLOWED_DOMAINS, or the provider could log anyone in to any account',
  });

const PROVIDER_SETTING = new RegExp(`^OIDC_[A-Z][A-Z\\d]*_(?:${Object.keys(providerShape).join('|')})$`);

/** Whether a name is a setting of a provider, whichever providers there are. */
export const isProviderSetting = (name: string): boolean => PROVIDER_SETTING.test(name);

export interface SettingMistake {
  setting: string;
  message: string;
}

/** Reads the settings of every named provider, and reports all mistakes. */
export function readOpenIdProviders(
  names: readonly string[],
  source: Readonly<Record<string, string | undefined>>,
): { providers: OpenIdProviderSettings[]; mistakes: SettingMistake[] } {
  const results = names.map((name) => {
    const prefix = `OIDC_${name.toUpperCase()}_`;
    const values = Object.keys(providerShape).map((key) => [key, source[prefix + key]] as const);
    return { name, prefix, result: providerSchema.safeParse(Object.fromEntries(values)) };
  });
  return {
    providers: results.flatMap(({ name, result }) => (result.success ? [toSettings(name, result.data)] : [])),
    mistakes: results.flatMap(({ prefix, result }) =>
      (result.error?.issues ?? []).map(({ path, message }) => ({
        setting: prefix + path.join('.'),
        message,
      })),
    ),
  };
}

const toSettings = (name: string, settings: z.output<typeof providerSchema>): OpenIdProviderSettings => ({
  name,
  issuer: settings.ISSUER,
  clientId: settings.CLIENT_ID,
  clientSecret: settings.CLIENT_SECRET,
  label: settings.LABEL ?? name.charAt(0).toUpperCase() + name.slice(1),
  scopes: settings.SCOPES.join(' '),
  roleClaim: settings.ROLE_CLAIM,
  roleMap: settings.ROLE_MAP,
  allowedDomains: settings.ALLOWED_DOMAINS,
  autoRegister: settings.AUTO_REGISTER,
  trustEmail: settings.TRUST_EMAIL,
});

/** A setting is missing here if it is invalid by itself. */
interface SignInEnv {
  REGISTRATION?: RegistrationMode;
  REGISTRATION_DOMAINS?: readonly string[];
  AUTH_PROXY_HEADER?: string | undefined;
  AUTH_PROXY_TRUSTED?: readonly string[];
}

/** Settings that need each other. */
export function checkSignIn(env: SignInEnv, context: z.RefinementCtx): void {
  const refuse = (name: keyof SignInEnv, message: string): void =>
    context.addIssue({ code: 'custom', path: [name], message });
  const domainCount = env.REGISTRATION_DOMAINS?.length;
  if (env.REGISTRATION === 'domains' && domainCount === 0)
    refuse(
      'REGISTRATION_DOMAINS',
      'must list the domains, such as example.org, when REGISTRATION is domains',
    );
  if (env.REGISTRATION && env.REGISTRATION !== 'domains' && domainCount)
    refuse('REGISTRATION_DOMAINS', `is set, but is not used with REGISTRATION=${env.REGISTRATION}`);
  if (env.AUTH_PROXY_HEADER !== undefined && env.AUTH_PROXY_TRUSTED?.length === 0)
    refuse(
      'AUTH_PROXY_TRUSTED',
      'must be the proxy’s address when AUTH_PROXY_HEADER is set, or anyone could log in as anyone',
    );
}

/** Plain http only where traffic can't be intercepted. */
const isSecureIssuer = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));

const splitList = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
