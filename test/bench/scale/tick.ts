import { SHARDS } from "../../../functions/monitoring/dueTimes.ts";
import { scheduleHandler } from "../../../functions/monitoring/schedule/tick.ts";
import { settingsFor } from "../../../infra/settings.ts";
import { tableConfiguration } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { readInput, tellParent } from "../inChild.ts";
import { Fleet, resellerOf, uuidOf } from "./fleet.ts";
import { serveQueues } from "./queues.ts";
import { Timeline } from "./timeline.ts";

/** The result of one of the ticks after an outage, which go on until nothing is left. */
export interface Tick {
  /** By kind, how many were enqueued and how many were left for the next tick. */
  kinds: Record<string, { enqueued: number; left: number }>;
  /** How the function spent its minute: waiting, and computing at its share of a processor. */
  waitedSeconds: number;
  computedSeconds: number;
  sends: number;
}

type Item = Record<string, unknown>;

interface Input {
  Key?: Item;
  Item?: Item;
  Select?: string;
  ExclusiveStartKey?: Item;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

const START = Date.parse("2026-11-20T12:30:00Z");
const MINUTE = 60_000;
/** Items in a megabyte of the index, and the time to read it. */
const PAGE = 2000;
const PAGE_MS = 40;
const LATENCY_MS = 8;
/** The memory at which Lambda gives a whole processor. */
const PROCESSOR_MB = 1769;

const { websites, most } = readInput<{ websites: number; most: number }>();
const timeline = new Timeline(START);
const fleet = new Fleet(websites);
/** The audits of a day, and the separate checks of an hour: a hundredth of the websites. */
const due: Record<string, { each: number; seconds: number }> = {
  audit: { each: websites / SHARDS, seconds: 86_400 },
  uptime: { each: websites / 100 / SHARDS, seconds: 3600 },
};
const cursors = new Map<string, Item>();

tableConfiguration.client.middlewareStack.add(
  (_send, { commandName }) =>
    async (args) => {
      const command = String(commandName).replace(/(Items?)?Command$/, "");
      const output: Item = answer(command, args.input as Input);
      await timeline.sleep("LastEvaluatedKey" in output ? PAGE_MS : LATENCY_MS);
      return { output: { $metadata: {}, ...output }, response: {} } as never;
    },
  { step: "initialize", priority: "high", name: "model" },
);

function answer(command: string, input: Input): Item {
  const { Key, Item } = input;
  const keyOf = (item: Item = {}) => `${item["pk"]} ${item["sk"]}`;
  if (command === "Get") return { Item: cursors.get(keyOf(Key)) };
  if (command === "Put") cursors.set(keyOf(Item), Item ?? {});
  if (command === "Update") cursors.set(keyOf(Key), updated(cursors.get(keyOf(Key)), input));
  return command === "Query" ? query(input) : {};
}

/** Applies an update of ElectroDB. Its conditions always hold, because one tick runs at a time. */
function updated(before: Item | undefined, input: Input): Item {
  const { UpdateExpression = "", ExpressionAttributeNames: names = {} } = input;
  const set = [...UpdateExpression.matchAll(/(#\w+) = (:\w+)/g)].map(
    ([, name = "", value = ""]) => {
      return [names[name], input.ExpressionAttributeValues?.[value]];
    },
  );
  return { ...before, ...Object.fromEntries(set) };
}

function query({ ExpressionAttributeValues: values = {}, ...input }: Input): Item {
  const [partition = "", from = "", to = ""] = Object.values(values).map(String);
  const marks = (entity: string) => ({ __edb_e__: entity, __edb_v__: "1" });
  if (partition === "buckets#depths") {
    const intervals = fleet.groups.map(({ minutes, depth }) => ({
      ...{ minutes, since: Array<number>(depth + 1).fill(0) },
    }));
    return { Items: intervals.map((each) => ({ ...marks("bucketDepth"), ...each })) };
  }
  const [, kind = "", number = ""] = partition.split("#");
  // A count of the websites in buckets: too few to divide a bucket.
  if (Number(number) >= 1000) return { Items: [], Count: 0 };
  const stretch = due[kind];
  if (!stretch) return { Items: [] };
  const shard = Number(number);
  // None of these takes long.
  if (shard >= SHARDS) return { Items: [], Count: 0 };
  const { each, seconds } = stretch;
  const began = START / 1000 - seconds;
  const placeOf = (time: string) => {
    const at = Math.ceil(((Date.parse(time) / 1000 - began) / seconds) * each);
    return Math.min(Math.floor(each), Math.max(0, at));
  };
  const last = input.ExclusiveStartKey?.["gsi1sk"];
  const first = last === undefined ? placeOf(from) : Number(String(last).split("@")[1]) + 1;
  const end = Math.min(placeOf(to), first + PAGE);
  const key = { pk: "p", sk: "s", gsi1pk: partition, gsi1sk: `@${end - 1}` };
  const more = end < placeOf(to) ? { LastEvaluatedKey: key } : {};
  if (input.Select === "COUNT") return { Count: end - first, ...more };
  const Items = Array.from({ length: Math.max(0, end - first) }, (_, index) => {
    const place = first + index;
    const website = shard + SHARDS * place;
    const at = timestamp(new Date((began + (place / each) * seconds) * 1000));
    const reseller_uuid = resellerOf(website);
    return { ...marks("check"), reseller_uuid, uuid: uuidOf(website), due_at: at };
  });
  return { Items, ...more };
}

const sent = serveQueues(timeline, {});
Object.assign(process.env, {
  ROUNDS_QUEUE_URL: "rounds",
  UPTIME_QUEUE_URL: "uptime",
  AUDIT_QUEUE_URL: "audit",
  SLOW_AUDIT_QUEUE_URL: "slowAudit",
  LANES_QUEUE_URL: "lanes",
});
const lines: string[] = [];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((line: string) => lines.push(line) > 0) as typeof process.stdout.write;

const slowness = PROCESSOR_MB / settingsFor("prod").workerMemoryMb;
const computed = () => {
  const { user, system } = process.cpuUsage();
  return ((user + system) / 1000) * slowness;
};
const tick = scheduleHandler(timeline);
const ticks: Tick[] = [];
let isLeft = true;
for (let minute = 0; minute < most && isLeft; minute += 1) {
  const [startedAt, before, sends] = [timeline.now(), computed(), sent.requests];
  const took = () => timeline.now() - startedAt + computed() - before;
  lines.length = 0;
  let waited = 0;
  timeline.after(0, async () => {
    await tick(undefined, { getRemainingTimeInMillis: () => MINUTE - took() });
    waited = timeline.now() - startedAt;
  });
  await timeline.run(START + (minute + 1) * MINUTE);
  const told = lines.map((line) => JSON.parse(line)).filter(({ kind, level }) => kind && level);
  const failed = told.find(({ level }) => level === "error");
  if (failed) throw new Error(JSON.stringify(failed));
  const kinds = told.map(({ kind, enqueued, left = 0 }) => [kind, { enqueued, left }]);
  isLeft = told.some(({ left = 0 }) => left > 0);
  ticks.push({
    kinds: Object.fromEntries(kinds),
    waitedSeconds: waited / 1000,
    computedSeconds: (computed() - before) / 1000,
    sends: sent.requests - sends,
  });
}
process.stdout.write = write;
tellParent(ticks);
