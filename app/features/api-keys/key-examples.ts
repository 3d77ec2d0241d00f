/** Ready-made lines for a new key, by the name of their tab. */
export interface KeyExample {
  value: string;
  label: string;
  /** Where the lines go, or what they need. */
  title: string;
  code: string;
}

export interface KeyPlace {
  siteUrl: string;
  secret: string;
  model: string;
}

/** The fields that programs ask for, to be copied one by one. */
export const keySettings = ({ siteUrl, secret, model }: KeyPlace) => [
  { label: 'Base URL', text: `${siteUrl}/v1` },
  { label: 'API key', text: secret },
  { label: 'Model', text: model },
];

/** How to use a key from a shell and from scripts. `secret` may be a placeholder. */
export function keyExamples({ siteUrl, secret, model }: KeyPlace): KeyExample[] {
  const baseUrl = `${siteUrl}/v1`;
  return [
    {
      value: 'curl',
      label: 'curl',
      title: 'Terminal',
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
      title: 'pip install openai',
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
      title: 'npm install openai',
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
