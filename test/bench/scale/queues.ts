import { queueClient } from "../../../shared/queues/sendMessages.ts";
import { sqsEvent } from "../../support/messages.ts";
import { NOISY_RESELLER } from "./fleet.ts";
import type { Timeline } from "./timeline.ts";

const VISIBILITY_MS = 60_000;
/** How long Lambda gathers batches of more than 10 messages. */
const GATHER_MS = 1000;
/** From SQS to a waiting function. */
const DELIVERY_MS = 50;

interface Message {
  body: unknown;
  group: string | undefined;
  sentAt: number;
}

type Handler = (event: ReturnType<typeof sqsEvent>) => Promise<{
  batchItemFailures: { itemIdentifier: string }[];
}>;

/** A queue with its worker, as Lambda runs it, with limits of messages per call and of concurrent calls. */
export class ModelQueue {
  readonly #timeline: Timeline;
  readonly #size: { batch: number; atOnce: number };
  readonly #handler: Handler;
  /** Waiting messages by group; those without a group form one. */
  readonly #waiting = new Map<string | undefined, Message[]>();
  readonly #underWay = new Map<string | undefined, number>();
  #running = 0;
  /** Seconds that the messages of all groups but the noisy one waited. */
  readonly waits: number[] = [];
  calls = 0;
  messages = 0;
  mostAtOnce = 0;
  milliseconds = 0;

  constructor(timeline: Timeline, size: { batch: number; atOnce: number }, handler: Handler) {
    this.#timeline = timeline;
    this.#size = size;
    this.#handler = handler;
  }

  send(body: unknown, group: string | undefined, delayMs: number) {
    this.messages += 1;
    const message = { body, group, sentAt: this.#timeline.now() + delayMs };
    this.#timeline.after(delayMs + DELIVERY_MS, () => this.#show(message));
  }

  #show(message: Message) {
    const others = this.#waiting.get(message.group);
    if (others) others.push(message);
    else this.#waiting.set(message.group, [message]);
    this.#timeline.after(this.#size.batch > 10 ? GATHER_MS : 0, () => this.#start());
  }

  /** Takes messages as fair queues do: first of the group with the fewest messages under way. */
  #take(): Message[] {
    const taken: Message[] = [];
    while (taken.length < this.#size.batch) {
      let next: string | undefined;
      let fewest = Number.POSITIVE_INFINITY;
      for (const group of this.#waiting.keys()) {
        const count = this.#underWay.get(group) ?? 0;
        if (count < fewest) [next, fewest] = [group, count];
        if (count === 0) break;
      }
      const waiting = this.#waiting.get(next);
      const message = waiting?.shift();
      if (!message) break;
      if (waiting?.length === 0) this.#waiting.delete(next);
      this.#underWay.set(next, (this.#underWay.get(next) ?? 0) + 1);
      taken.push(message);
    }
    return taken;
  }

  #start() {
    while (this.#running < this.#size.atOnce) {
      const messages = this.#take();
      if (messages.length === 0) return;
      this.#running += 1;
      this.calls += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
      void this.#call(messages);
    }
  }

  async #call(messages: Message[]) {
    const startedAt = this.#timeline.now();
    for (const { group, sentAt } of messages) {
      if (group !== NOISY_RESELLER) this.waits.push((startedAt - sentAt) / 1000);
    }
    const event = sqsEvent(...messages.map(({ body }) => body));
    const { batchItemFailures } = await this.#handler(event);
    this.milliseconds += this.#timeline.now() - startedAt;
    for (const [index, message] of messages.entries()) {
      const { group } = message;
      const left = (this.#underWay.get(group) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(group);
      else this.#underWay.set(group, left);
      const id = event.Records[index]?.messageId;
      if (!batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === id)) continue;
      this.#timeline.after(VISIBILITY_MS, () => this.#show(message));
    }
    this.#running -= 1;
    this.#start();
  }
}

interface Entry {
  Id: string;
  MessageBody: string;
  MessageGroupId?: string;
  DelaySeconds?: number;
}

const SEND_MS = 10;

/** Delivers sent messages to these queues, by URL. */
export function serveQueues(timeline: Timeline, queues: Record<string, ModelQueue>) {
  const counts = { requests: 0 };
  queueClient.middlewareStack.add(
    () => async (args) => {
      const { QueueUrl, Entries } = args.input as unknown as { QueueUrl: string; Entries: Entry[] };
      await timeline.sleep(SEND_MS);
      counts.requests += 1;
      for (const { MessageBody, MessageGroupId, DelaySeconds = 0 } of Entries) {
        queues[QueueUrl]?.send(JSON.parse(MessageBody), MessageGroupId, DelaySeconds * 1000);
      }
      const Successful = Entries.map(({ Id }) => ({ Id }));
      return { output: { $metadata: {}, Successful }, response: {} } as never;
    },
    { step: "initialize", priority: "high", name: "model" },
  );
  return counts;
}
