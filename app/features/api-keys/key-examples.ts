/** Ready-made lines for a new key, by the name of their tab. */
export interface KeyExample {
  value: string;
  label: string;
  code: string;
}

interface Placed {
  siteUrl: string;
  secret: string;
  model: string;
}

/** How to use a key from common tools. `secret` may be a placeholder. */
export function keyExamples({ siteUrl, secret, model }: Placed): KeyExample[] {
  const baseUrl = `${siteUrl}/v1`;
  return [
    {
      value: 'base',
      label: 'Base URL and key',
      code: [`Base URL  ${baseUrl}`, `API key   ${secret}`, `Model     ${model}`].join('\n'),
    },
    {
      value: 'curl',
      label: 'curl',
      code: [
        `curl ${baseUrl}/chat/completions \\`,
        `  -H "Authorization: Bearer ${secret}" \\`,
        '  -H "Content-Type: application/json" \\',
        `  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`,
      ].join('\n'),
    },
    {
      value: 'python',
      label: 'Python',
      code: [
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url="${baseUrl}", api_key="${secret}")`,
        'reply = client.chat.completions.create(',
        `    model="${model}",`,
        '    messages=[{"role": "user", "content": "Hello"}],',
        ')',
        'print(reply.choices[0].message.content)',
      ].join('\n'),
    },
    {
      value: 'javascript',
      label: 'JavaScript',
      code: [
        "import OpenAI from 'openai';",
        '',
        `const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: '${secret}' });`,
        'const reply = await client.chat.completions.create({',
        `  model: '${model}',`,
        "  messages: [{ role: 'user', content: 'Hello' }],",
        '});',
        'console.log(reply.choices[0].message.content);',
      ].join('\n'),
    },
  ];
}
