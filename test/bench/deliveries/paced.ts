import { delivererHandler } from "../../../functions/events/deliverer/deliverBatch.ts";
import type { ServiceEvent } from "../../../functions/events/event.ts";
import { findLane } from "../../../functions/events/lane.ts";
import { retrierHandler } from "../../../functions/events/retrier/workOffBatch.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { tableConfiguration } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { costOf } from "../../support/cost.ts";
import { sqsEvent } from "../../support/messages.ts";
import { startSite } from "../../support/site.ts";
import { makeEvent, makeWebhook } from "./units.ts";
import type { VirtualTime } from "./virtualTime.ts";

/** A burst of events of one reseller, and a trickle of another's. */
export interface Burst {
  events: number;
  eventsPerSecond: number;
  /** Deliveries a minute that the reseller may send. */
  limit: number;
}

export interface Paced {
  /** Until the last event of the burst is delivered. */
  seconds: number;
  /** The most requests that the endpoint had at once. */
  mostAtOnce: number;
  calls: number;
  readUnits: number;
  writeUnits: number;
  /** From each event of the other reseller to its delivery, in order of size. */
  delays: number[];
}

const EVENTS_A_MESSAGE = 25;
const MESSAGES_A_CALL = 10;
/** Calls of each worker at once; prod has 100, so that a burst ten times as large is the same to it. */
const CALLS_AT_ONCE = 10;
const TABLE_MS = 5;
const ENDPOINT_MS = 100;
/** From a change of a lane to its message. */
const STREAM_MS = 500;
const TRICKLE_MS = 1000;
const KEY = "a signing key for nothing but a benchmark";

/** Delivers a burst by the real workers on the embedded table, in virtual time. */
export async function deliverBurst(time: VirtualTime, burst: Burst): Promise<Paced> {
  allowLocalAddresses();
  const arrived = new Map<string, number>();
  let [now, mostAtOnce] = [0, 0];
  const site = await startSite(async (request, response) => {
    const isBurst = request.url === "/burst";
    if (isBurst) now += 1;
    mostAtOnce = Math.max(mostAtOnce, now);
    await time.hold(ENDPOINT_MS);
    if (isBurst) now -= 1;
    arrived.set(String(request.headers["webhook-id"]), time.now());
    response.writeHead(204).end();
  });
  const webhook = await makeWebhook(`${site.url}/burst`);
  const other = await makeWebhook(`${site.url}/other`);
  for (const { reseller_uuid: uuid } of [webhook, other]) {
    const about = { uuid, name: uuid, default_plan_uuid: newUuid(), created_at: timestamp() };
    await Reseller.put({ ...about, deliveries_per_minute: burst.limit }).go();
  }
  const stopTable = slowTable(time);
  try {
    const run = new Run(time, [webhook, other]);
    const sent: { id: string; at: number }[] = [];
    const startedAt = time.now();
    const feed = async (to: WebhookRecord, batches: number[], everyMs: number) => {
      for (const count of batches) {
        const events = Array.from({ length: count }, () => makeEvent(to.reseller_uuid));
        if (to === other) sent.push(...events.map(({ id }) => ({ id, at: time.now() })));
        run.send(to, events);
        await time.sleep(everyMs);
      }
    };
    const { events, eventsPerSecond } = burst;
    const messages = Array<number>(Math.ceil(events / EVENTS_A_MESSAGE)).fill(EVENTS_A_MESSAGE);
    const lastsMs = (1000 * events) / eventsPerSecond;
    const trickle = Array<number>(Math.ceil(lastsMs / TRICKLE_MS) + 5).fill(1);
    const work = async () => {
      await Promise.all([
        feed(webhook, messages, (1000 * EVENTS_A_MESSAGE) / eventsPerSecond),
        feed(other, trickle, TRICKLE_MS),
      ]);
      await run.isOver(() => arrived.size >= messages.length * EVENTS_A_MESSAGE + sent.length);
    };
    const cost = await costOf(() => time.run(work()));
    const delays = sent.map(({ id, at }) => (arrived.get(id) ?? Number.NaN) - at);
    const last = Math.max(...arrived.values());
    return {
      seconds: (last - startedAt) / 1000,
      mostAtOnce,
      calls: run.calls,
      readUnits: cost.readUnits / events,
      writeUnits: cost.writeUnits / events,
      delays: delays.toSorted((one, another) => one - another),
    };
  } finally {
    stopTable();
    await site.close();
  }
}

/** Both workers with their queues: the oldest message first, and what follows from the table's stream. */
class Run {
  calls = 0;
  readonly #time: VirtualTime;
  readonly #webhooks: WebhookRecord[];
  readonly #deliver;
  readonly #retry;
  readonly #queues = { first: [] as unknown[], lanes: [] as unknown[] };
  readonly #running = { first: 0, lanes: 0 };
  readonly #known = new Map<string, string>();

  constructor(time: VirtualTime, webhooks: WebhookRecord[]) {
    this.#time = time;
    this.#webhooks = webhooks;
    const clock = { now: time.now, sleep: time.sleep };
    const settings = { clock, signingKey: async () => KEY, slowMs: 600_000, timeoutMs: 600_000 };
    this.#deliver = delivererHandler(settings);
    this.#retry = retrierHandler(settings);
  }

  send({ reseller_uuid, uuid }: WebhookRecord, events: ServiceEvent[]) {
    this.#enqueue("first", { reseller_uuid, webhook_uuid: uuid, events });
  }

  async isOver(test: () => boolean) {
    while (!test() || this.#running.first + this.#running.lanes > 0) await this.#time.sleep(100);
  }

  #enqueue(queue: "first" | "lanes", message: unknown) {
    this.#queues[queue].push(message);
    void this.#work(queue);
  }

  async #work(queue: "first" | "lanes") {
    if (this.#running[queue] >= CALLS_AT_ONCE) return;
    const messages = this.#queues[queue].splice(0, MESSAGES_A_CALL);
    if (messages.length === 0) return;
    this.#running[queue] += 1;
    this.calls += 1;
    const handle = queue === "first" ? this.#deliver : this.#retry;
    const { batchItemFailures } = await handle(sqsEvent(...messages));
    if (batchItemFailures.length > 0) throw new Error("A delivery failed");
    this.#running[queue] -= 1;
    // A worker that leaves a lane due in the second in which it claimed the lane changes it all the same.
    if (queue === "lanes") this.#known.clear();
    for (const webhook of this.#webhooks) void this.#followLane(webhook);
    void this.#work(queue);
  }

  /** As the table's stream does: a changed due time becomes a message. */
  async #followLane({ reseller_uuid, uuid }: WebhookRecord) {
    const lane = await findLane({ reseller_uuid, uuid });
    if (!lane || lane.claimed_until || this.#known.get(uuid) === lane.due_at) return;
    const { due_at } = lane;
    this.#known.set(uuid, due_at);
    await this.#time.sleep(STREAM_MS + Math.max(0, Date.parse(due_at) - this.#time.now()));
    this.#enqueue("lanes", { lanes: [{ reseller_uuid, uuid, due_at }] });
  }
}

/** Has each request to the table take a while. */
function slowTable(time: VirtualTime): () => void {
  const name = "slowTable";
  const { middlewareStack } = tableConfiguration.client;
  middlewareStack.add(
    (send) => async (args) => {
      await time.sleep(TABLE_MS);
      return await send(args);
    },
    { step: "initialize", name },
  );
  return () => void middlewareStack.remove(name);
}
