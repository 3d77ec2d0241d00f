import type http from 'node:http';
import { z } from 'zod';
import type { Behaviour } from './behaviour';
import type { Dialect } from './dialect';
import { performBehaviour } from './perform-behaviour';
import { RequestLog } from './request-log';
import { sendJson } from './send-json';
import { replyTo } from './vendor-request';

/** Scores by OpenAI's names of categories; those that are left out are 0. */
export type ModerationScores = (text: string) => Record<string, number>;

/** A server whose every model answers as Llama Guard does, with the hazards that are seen in a text. */
export const guardModel = (hazardsIn: (text: string) => string[]) => ({
  replyText: (text: string): string => {
    const hazards = hazardsIn(text);
    return hazards.length === 0 ? '\n\nsafe' : `\n\nunsafe\n${hazards.join(',')}`;
  },
});

export interface ModerationEndpoint {
  path: string;
  log: RequestLog;
  /** The next requests, in order of arrival, do this instead of judging. */
  script(...behaviours: Behaviour[]): void;
  answer(body: string, response: http.ServerResponse): Promise<void>;
}

const bodySchema = z.object({ model: z.string(), input: z.array(z.string()).min(1) });

/** `POST /v1/moderations` as OpenAI publishes it; without scores there is no such address. */
export function createModerationEndpoint(
  dialect: Dialect,
  scores: ModerationScores | undefined,
  hold: (response: http.ServerResponse) => Promise<void>,
): ModerationEndpoint {
  const log = new RequestLog(true);
  const queue: Behaviour[] = [];
  return {
    path: `${dialect.basePath}/moderations`,
    log,
    script: (...behaviours) => void queue.push(...behaviours),
    answer: async (body, response) => {
      log.opened();
      response.once('close', () => log.stats.inFlight--);
      if (!scores) {
        sendJson(response, 404, dialect.error(404, undefined, 'Not found'));
        return;
      }
      const { model, input } = bodySchema.parse(JSON.parse(body));
      const asked = {
        model,
        prompt: input.join(''),
        streams: false,
        wantsUsage: false,
        body: { model, input },
      };
      log.received({ ...asked, headers: {} });
      const behaviour = queue.shift() ?? { kind: 'reply' };
      await performBehaviour({
        behaviour,
        asked,
        dialect: { ...dialect, answer: () => ({ id: 'mock', model, results: input.map(judge(scores)) }) },
        response,
        log,
        hold: () => hold(response),
        reply: replyTo(asked, behaviour),
      });
    },
  };
}

const judge = (scores: ModerationScores) => (text: string) => {
  const given = scores(text);
  return {
    flagged: Object.values(given).some((score) => score > 0.5),
    categories: Object.fromEntries(Object.entries(given).map(([name, score]) => [name, score > 0.5])),
    category_scores: given,
  };
};
