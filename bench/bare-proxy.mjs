// Baseline for completions: a minimal proxy that makes the same request, without accounts or billing.
import http from 'node:http';
import { Pool } from 'undici';

const upstream = new URL(process.env.UPSTREAM ?? '');
if (upstream.hostname !== '127.0.0.1') throw new Error('loopback only');
const pool = new Pool(upstream.origin, { connections: 128 });

const server = http.createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    const { model, prompt, maxOutputTokens } = JSON.parse(Buffer.concat(parts).toString());
    const answer = await pool.request({
      path: '/v1/chat/completions',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        messages: [{ role: 'user', content: prompt }],
        max_tokens: maxOutputTokens,
      }),
    });
    const { choices, usage } = await answer.body.json();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ text: choices[0].message.content, usage }));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`PORT ${server.address().port}`));
