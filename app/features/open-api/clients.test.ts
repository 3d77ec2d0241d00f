import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pngOf } from '../../../tests/support/pictures';
import { serveV1, type V1Server } from '../../../tests/support/v1-client';

// Programs that people use, as they are: only a base URL and a key are set. The Demo model answers them.

const MODEL = 'demo/demo';
const PICTURE = `data:image/png;base64,${pngOf(8, 8)}`;
const WEATHER_SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
} as const;

let paying: V1Server;
let baseURL: string;
beforeAll(async () => {
  paying = await serveV1();
  baseURL = `${paying.origin}/v1`;
});
afterAll(async () => {
  expect((await paying.services.ledger.reconcile()).faults).toEqual([]);
  await paying.close();
});

describe('openai for Node', () => {
  const client = () => new OpenAI({ baseURL, apiKey: paying.token });

  it('lists models and finds one', async () => {
    const ids: string[] = [];
    for await (const { id } of await client().models.list()) ids.push(id);
    expect(ids).toContain(MODEL);
    expect((await client().models.retrieve(MODEL)).id).toBe(MODEL);
  });

  it('chats, and streams with usage and cost', async () => {
    const messages = [{ role: 'user' as const, content: 'Explain tides.' }];
    const whole = await client().chat.completions.create({ model: MODEL, messages });
    expect(whole.choices[0]?.message.content).toContain('Demo model');
    const stream = client().chat.completions.stream({
      model: MODEL,
      messages,
      stream_options: { include_usage: true },
    });
    expect(await stream.finalContent()).toBe(whole.choices[0]?.message.content);
    expect(await stream.totalUsage()).toMatchObject({ completion_tokens: whole.usage?.completion_tokens });
  });

  it('parses a reply by its schema', async () => {
    const { choices } = await client().chat.completions.parse({
      model: MODEL,
      messages: [{ role: 'user', content: 'A city.' }],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'city', strict: true, schema: WEATHER_SCHEMA },
      },
    });
    expect(choices[0]?.message.parsed).toEqual({ city: expect.any(String) as string });
  });

  it('runs a tool in a loop until the model answers', async () => {
    const asked: string[] = [];
    const runner = client().chat.completions.runTools({
      model: MODEL,
      stream: true,
      messages: [{ role: 'user', content: 'Compare get_weather with get_time.' }],
      tools: ['get_weather', 'get_time'].map((name) => ({
        type: 'function' as const,
        function: {
          name,
          description: name,
          parameters: { ...WEATHER_SCHEMA, required: [...WEATHER_SCHEMA.required] },
          function: (args: string) => {
            asked.push(name);
            return `${name} of ${args}`;
          },
        },
      })),
    });
    expect(await runner.finalContent()).toContain('get_time of');
    expect(asked).toEqual(['get_weather', 'get_time']);
  });

  it('sends a picture', async () => {
    const { choices } = await client().chat.completions.create({
      model: 'openai/gpt-4o-mini',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: PICTURE } },
          ],
        },
      ],
    });
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(JSON.stringify(paying.services.vendor.log.requests.at(-1)?.body)).toContain(PICTURE);
  });

  it('knows each error by its class, and repeats what may be repeated', async () => {
    const create = (model: string, apiKey = paying.token, maxRetries = 0) =>
      new OpenAI({ baseURL, apiKey, maxRetries }).chat.completions.create({
        model,
        messages: [{ role: 'user', content: 'Hi' }],
      });
    await expect(create(MODEL, 'wrong')).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(create('none')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    paying.services.vendor.script({ kind: 'status', status: 400 });
    await expect(create('openai/gpt-4o-mini')).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    paying.services.vendor.script({ kind: 'empty' });
    await expect(create('openai/gpt-4o-mini')).rejects.toMatchObject({ status: 502 });
    paying.services.vendor.script({ kind: 'empty' });
    expect((await create('openai/gpt-4o-mini', paying.token, 1)).choices).toHaveLength(1);
  });

  it('uses the Responses API', async () => {
    const answer = await client().responses.create({ model: MODEL, input: 'Explain tides.' });
    expect(answer.output_text).toContain('Demo model');
    const stream = client().responses.stream({ model: MODEL, input: 'Explain tides.' });
    expect((await stream.finalResponse()).output_text).toBe(answer.output_text);
  });
});

describe('the AI SDK with @ai-sdk/openai-compatible', () => {
  const model = (id = MODEL) =>
    createOpenAICompatible({
      name: 'promptwell',
      baseURL,
      apiKey: paying.token,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })(id);

  it('chats and streams', async () => {
    const whole = await generateText({ model: model(), prompt: 'Explain tides.' });
    expect(whole.text).toContain('Demo model');
    const stream = streamText({ model: model(), prompt: 'Explain tides.' });
    expect(await stream.text).toBe(whole.text);
    expect((await stream.usage).outputTokens).toBe(whole.usage.outputTokens);
  });

  it('makes an object', async () => {
    const schema = jsonSchema<{ city: string }>(WEATHER_SCHEMA);
    const { output } = await generateText({
      model: model(),
      prompt: 'A city.',
      output: Output.object({ schema }),
    });
    expect(output).toEqual({ city: expect.any(String) as string });
  });

  it('runs a tool in a loop', async () => {
    const { text, steps } = await generateText({
      model: model(),
      prompt: 'Compare get_weather with get_time.',
      stopWhen: stepCountIs(5),
      tools: Object.fromEntries(
        ['get_weather', 'get_time'].map((name) => [
          name,
          tool({
            inputSchema: jsonSchema<{ city: string }>(WEATHER_SCHEMA),
            execute: ({ city }) => `${name} of ${city}`,
          }),
        ]),
      ),
    });
    expect(steps).toHaveLength(3);
    expect(text).toContain('get_time of');
  });

  it('sends a picture', async () => {
    await generateText({
      model: model('openai/gpt-4o-mini'),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image', image: PICTURE },
          ],
        },
      ],
    });
    expect(JSON.stringify(paying.services.vendor.log.requests.at(-1)?.body)).toContain(PICTURE);
  });

  it('says why a request was refused', async () => {
    await expect(generateText({ model: model('none'), prompt: 'Hi', maxRetries: 0 })).rejects.toMatchObject({
      statusCode: 404,
      isRetryable: false,
    });
  });
});

describe('LangChain with @langchain/openai', () => {
  const chat = (model = MODEL) =>
    new ChatOpenAI({ model, apiKey: paying.token, configuration: { baseURL }, maxRetries: 0 });

  it('chats and streams', async () => {
    const whole = await chat().invoke('Explain tides.');
    expect(whole.text).toContain('Demo model');
    expect(whole.usage_metadata?.output_tokens).toBeGreaterThan(0);
    let streamed = '';
    for await (const chunk of await chat().stream('Explain tides.')) streamed += chunk.text;
    expect(streamed).toBe(whole.text);
  });

  it('makes an object', async () => {
    const schema = z.object({ city: z.string() });
    const city = await chat().withStructuredOutput(schema, { method: 'jsonSchema' }).invoke('A city.');
    expect(schema.parse(city)).toEqual(city);
  });

  it('runs a tool in a loop of two rounds', async () => {
    const weather = langchainTool(({ city }) => `It rains in ${city}.`, {
      name: 'get_weather',
      description: 'The weather',
      schema: z.object({ city: z.string() }),
    });
    const model = chat().bindTools([weather]);
    const question = new HumanMessage('How is the weather?');
    const first = await model.invoke([question]);
    const results = await Promise.all((first.tool_calls ?? []).map((call) => weather.invoke(call)));
    expect(results).toHaveLength(1);
    expect((await model.invoke([question, first, ...results])).text).toContain('It rains in');
  });

  it('says why a request was refused', async () => {
    await expect(chat('none').invoke('Hi')).rejects.toMatchObject({ status: 404 });
  });
});

describe('curl', () => {
  const curl = async (...args: string[]): Promise<string> => {
    const auth = `Authorization: Bearer ${paying.token}`;
    const { stdout } = await promisify(execFile)('curl', ['-sS', '-H', auth, ...args]);
    return stdout;
  };

  it('lists, chats and streams', async () => {
    expect(await curl(`${baseURL}/models`)).toContain(`"id":"${MODEL}"`);
    const body = { model: MODEL, messages: [{ role: 'user', content: 'Hello' }] };
    const send = (changes: object) =>
      curl(
        `${baseURL}/chat/completions`,
        '-H',
        'Content-Type: application/json',
        '-d',
        JSON.stringify({ ...body, ...changes }),
      );
    expect(JSON.parse(await send({}))).toMatchObject({ object: 'chat.completion', usage: {} });
    expect(await send({ stream: true })).toMatch(/^data: \{[^]*\ndata: \[DONE\]\n\n$/);
    expect(JSON.parse(await send({ n: 2 }))).toMatchObject({ error: { param: 'n' } });
  });
});
