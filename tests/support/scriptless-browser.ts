export interface Opened {
  status: number;
  headers: Headers;
  text: string;
}

export interface ScriptlessBrowser {
  cookies: Map<string, string>;
  /** Opens an address, or sends it a form, as a browser does that runs no scripts. Redirects are not followed. */
  open(address: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Opened>;
  /** Opens an address and follows its redirects. */
  follow(address: string): Promise<Opened & { url: URL }>;
}

/** Keeps cookies of `origin` only, and sends them to no other origin. */
export function scriptlessBrowser(origin: string): ScriptlessBrowser {
  const cookies = new Map<string, string>();

  const open: ScriptlessBrowser['open'] = async (address, form, headers = {}) => {
    const url = new URL(address, origin);
    const isHome = url.origin === origin;
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        ...(isHome ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(form ? { Origin: origin } : {}),
        ...headers,
      },
      redirect: 'manual',
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    if (isHome) for (const line of response.headers.getSetCookie()) keep(line);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  const keep = (line: string): void => {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '' || /; Max-Age=0\b/i.test(line) || line.includes('Expires=Thu, 01 Jan 1970'))
      cookies.delete(name);
    else cookies.set(name, value);
  };

  const follow: ScriptlessBrowser['follow'] = async (address) => {
    let url = new URL(address, origin);
    for (;;) {
      const opened = await open(url.href);
      const location = opened.headers.get('Location');
      if (location === null) return { ...opened, url };
      url = new URL(location, url);
    }
  };

  return { cookies, open, follow };
}
