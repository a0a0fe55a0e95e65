import { isInBucket, placeInIndex } from "../../../functions/monitoring/buckets.ts";
import { dayOf, daysLater } from "../../../functions/monitoring/days.ts";
import { nextDue, SHARDS, shardOf } from "../../../functions/monitoring/dueTimes.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { tableConfiguration } from "../../../shared/table/entity.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";
import { type Fleet, indexOf, type Site, urlOf, uuidOf } from "./fleet.ts";

type Item = Record<string, unknown>;

interface Input {
  Key?: Item;
  Item?: Item;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
  Select?: string;
  RequestItems?: Record<string, { Keys: Item[] }>;
  TransactItems?: Record<string, Input>[];
}

const LATENCY_MS = 8;
/** A user, business and plan: one of each for every reseller. */
const OWNER = "20000000-0000-7000-8000-";

/**
 * Answers the client's requests in 8 ms: websites in their buckets follow from their numbers, those that
 * have left are stored. Conditions are checked; units are measured elsewhere.
 */
export class ModelTable {
  readonly #fleet: Fleet;
  readonly #checks = new Map<number, Item>();
  readonly #shards = new Map<number, Set<number>>();
  readonly #others = new Map<string, Item>();
  readonly #since: number;
  /** The number of requests by command and kind of item. */
  readonly counts: Record<string, number> = {};

  constructor(fleet: Fleet, clock: Clock) {
    this.#fleet = fleet;
    this.#since = Math.floor(clock.now() / 1000);
    this.#settle(new Date(clock.now()));
    tableConfiguration.client.middlewareStack.add(
      (_send, { commandName }) =>
        async (args) => {
          await clock.sleep(LATENCY_MS);
          const command = String(commandName).replace(/(Items?)?Command$/, "");
          const output = this.#answer(command, args.input as Input);
          return { output: { $metadata: {}, ...output }, response: {} } as never;
        },
      { step: "initialize", priority: "high", name: "model" },
    );
  }

  /** Starts with all downtimes found and nothing overdue. */
  #settle(now: Date) {
    const since = this.#since - 3600;
    for (let index = 0; index < this.#fleet.count; index += 1) {
      if (this.#fleet.outcomeOf(index) === "up") continue;
      const site = this.#fleet.site(index);
      const uuid = uuidOf(index);
      const memory = {
        ...{ state: "down", since, down_since: since, downtimes: [{ from: since }] },
        ...{ first_checked_at: since, checked_at: this.#since - 30 },
      };
      const due_at = nextDue(uuid, site.minutes, now);
      // The figures of the day before were written long ago.
      const folded = daysLater(dayOf(this.#since), -1);
      const check = { ...this.#healthy(site), memory, due_at, folded, shard: shardOf(uuid) };
      this.#keep({ ...check, shard: shardOf(uuid) } as never, check);
    }
    const at = timestamp(now);
    const cursor = { ...marks("scheduleCursor"), handed_out_until: at, swept_at: at };
    for (const { minutes, depth } of this.#fleet.groups) {
      const item = { ...cursor, kind: "round", shard: minutes, depth };
      this.#others.set(`schedule#round#${minutes} cursor`, item);
    }
    for (const kind of ["uptime", "audit"]) {
      for (let shard = 0; shard < SHARDS; shard += 1) {
        this.#others.set(`schedule#${kind}#${shard} cursor`, { ...cursor, kind, shard });
      }
    }
  }

  /** The number of websites that are checked separately. */
  get away(): number {
    return [...this.#checks.values()].filter((check) => !isInBucket(check as never)).length;
  }

  #answer(command: string, input: Input): object {
    if (command === "Query") {
      const Items = this.#query(input);
      return input.Select === "COUNT" ? { Count: Items.length } : { Items };
    }
    if (command === "Get") return { Item: this.#read(input.Key ?? {}) };
    if (command === "BatchGet") {
      const [[table, { Keys }] = ["", { Keys: [] }]] = Object.entries(input.RequestItems ?? {});
      const found = Keys.flatMap((key) => {
        const item = this.#read(key);
        return item ? [{ ...item, ...key }] : [];
      });
      return { Responses: { [table]: found } };
    }
    if (command === "Put") return this.#put(input);
    if (command === "Update") return this.#update(input);
    if (command === "TransactWrite") {
      for (const write of input.TransactItems ?? []) {
        for (const one of Object.values(write)) {
          if (one.UpdateExpression && isCheck(one.Key)) this.#update(one);
        }
      }
      this.#count("transition");
      return {};
    }
    throw new Error(`The model knows no ${command}`);
  }

  #query({ ExpressionAttributeValues: values = {} }: Input): Item[] {
    const partition = String(values[":pk"]);
    if (partition === "buckets#depths") {
      this.#count("read depths");
      return this.#fleet.groups.map(({ minutes, depth }) => ({
        ...marks("bucketDepth"),
        ...{ minutes, since: Array<number>(depth + 1).fill(0) },
      }));
    }
    const [kind, , shard] = partition.split("#");
    if (kind === "bucket") {
      this.#count("read round");
      const hour = this.#others.get(partition);
      return hour ? [hour] : [];
    }
    if (!partition.startsWith("due#uptime#")) return [];
    const minutes = Math.floor(Number(shard) / 1000);
    this.#count(minutes > 0 ? "read bucket" : "read due");
    return minutes > 0 ? this.#inBucket(minutes, values) : this.#dueOf(Number(shard), values);
  }

  #inBucket(minutes: number, values: Record<string, unknown>): Item[] {
    const [from = 0, to = 0] = [values[":from"], values[":to"]].map((place) =>
      Number.parseInt(String(place).slice(0, 8), 16),
    );
    return this.#fleet.between(minutes, from, to).flatMap((index) => {
      const check = this.#checks.get(index);
      if (check && !isInBucket(check as never)) return [];
      return [check ?? this.#healthy(this.#fleet.site(index))];
    });
  }

  #dueOf(shard: number, values: Record<string, unknown>): Item[] {
    const [from = "", to = ""] = Object.entries(values)
      .filter(([name]) => name.startsWith(":sk"))
      .map(([, value]) => String(value));
    return [...(this.#shards.get(shard) ?? [])]
      .map((index) => this.#checks.get(index) ?? {})
      .filter(({ due_at, uuid }) => {
        const place = `${due_at}#${uuid}`;
        return place >= from && place <= to;
      })
      .toSorted((a, b) => (String(a["due_at"]) < String(b["due_at"]) ? -1 : 1));
  }

  /** The check of a website that has never left its bucket. */
  #healthy({ index, minutes }: Site): Item {
    const url = urlOf(index);
    const uuid = uuidOf(index);
    const since = this.#since - minutes * 60;
    const check: CheckRecord<"uptime"> = {
      ...{
        reseller_uuid: this.#fleet.resellerOf(index),
        uuid,
        kind: "uptime",
        business_uuid: ownerOf(index),
      },
      ...{ hostname: url, results: [] },
      ...placeInIndex(uuid, minutes, "2026-01-01T00:00:00+00:00"),
      target: { minutes, hostname: url, url },
      memory: { state: "up", downtimes: [], url, first_checked_at: since, checked_at: since },
    };
    return { ...marks("check"), ...check };
  }

  #read({ pk, sk }: Item): Item | undefined {
    const key = `${pk} ${sk}`;
    const [, reseller_uuid = "", kind, uuid = ""] = String(pk).split("#");
    if (sk === "uptime") {
      this.#count("read check");
      const index = indexOf(uuid);
      return this.#checks.get(index) ?? this.#healthy(this.#fleet.site(index));
    }
    const known = this.#others.get(key);
    const isNone = sk === "cursor" || sk === "audit";
    if (known || isNone) return known;
    this.#count(`read ${sk === "website" ? "website" : "owner"}`);
    const common = { reseller_uuid, created_at: "", updated_at: "", sequence: 0, revision: 1 };
    if (sk === "website") {
      const index = indexOf(uuid);
      const more = { hostname: urlOf(index), business_uuid: ownerOf(index), is_hostname_up: true };
      return { ...marks("website"), ...common, uuid, ...more };
    }
    const own = { plan_uuid: uuid, user_uuid: uuid, name: "", industry: "", products: [] };
    if (kind === "business") {
      return { ...marks("business"), ...common, uuid, ...own, custom_field_values: [] };
    }
    if (kind === "user") return { ...marks("user"), ...common, uuid };
    const { minutes } = this.#fleet.site(Number.parseInt(String(sk).slice(-12), 16));
    return {
      ...marks("plan"),
      ...{ ...common, uuid: sk, name: "", downtime: true, uptime_interval_minutes: minutes },
    };
  }

  #put({ Item = {} }: Input): object {
    const { pk, sk } = Item;
    const isRound = String(pk).startsWith("bucket#");
    this.#count(isRound ? "write round" : "write cursor");
    // Only the last hour of a bucket is ever read.
    this.#others.set(isRound ? String(pk) : `${pk} ${sk}`, Item);
    return {};
  }

  #update(input: Input): object {
    const { Key = {}, UpdateExpression = "" } = input;
    const names = input.ExpressionAttributeNames ?? {};
    const values = input.ExpressionAttributeValues ?? {};
    const key = `${Key["pk"]} ${Key["sk"]}`;
    const before = this.#read(Key) ?? { ...Key };
    for (const [, name = "", value = ""] of (input.ConditionExpression ?? "").matchAll(
      /(#\w+) = (:\w+)/g,
    )) {
      if (before[names[name] ?? ""] === values[value]) continue;
      throw Object.assign(new Error("The condition does not hold"), {
        name: "ConditionalCheckFailedException",
      });
    }
    const after = { ...before };
    const [set = "", remove = ""] = UpdateExpression.split(" REMOVE ");
    for (const [, name = "", value = ""] of set.matchAll(/(#\w+) = (:\w+)/g)) {
      after[names[name] ?? ""] = values[value];
    }
    for (const [name] of remove.matchAll(/#\w+/g)) delete after[names[name] ?? ""];
    if (!isCheck(Key)) this.#others.set(key, after);
    else this.#keep(before as unknown as CheckRecord<"uptime">, after);
    return {};
  }

  #keep(before: CheckRecord<"uptime">, after: Item) {
    const index = indexOf(before.uuid);
    const is = after as unknown as CheckRecord<"uptime">;
    const [wasIn, isIn] = [isInBucket(before), isInBucket(is)];
    this.#count(wasIn ? (isIn ? "stay" : "leave") : isIn ? "return" : "own check");
    this.#checks.set(index, after);
    this.#shards.get(before.shard)?.delete(index);
    if (isIn) return;
    const shard = this.#shards.get(is.shard) ?? new Set();
    this.#shards.set(is.shard, shard.add(index));
  }

  #count(name: string) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

function isCheck(key: Item | undefined): boolean {
  return key?.["sk"] === "uptime";
}

function marks(entity: string): Item {
  return { __edb_e__: entity, __edb_v__: "1" };
}

/** A plan's uuid that names its website. */
function ownerOf(index: number): string {
  return OWNER + index.toString(16).padStart(12, "0");
}
