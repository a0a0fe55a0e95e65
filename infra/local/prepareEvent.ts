import { type Callable, runCommand } from "./calls.ts";
import type { Local } from "./local.ts";
import { Problem } from "./problem.ts";
import { completeQueueEvent } from "./queues/event.ts";
import { readDemo } from "./seed.ts";
import { completeEvent } from "./shortEvent.ts";

type Event = Record<string, unknown>;

/** When a check of the demo website is due: what a message to its worker has to name. */
const DUE = /\{\{(\w+)_due_at\}\}/g;

/** Makes of a short event the one that the function is called with, by what calls it. */
export async function prepareEvent(local: Local, name: string, short: Event, dataDir: string) {
  const named = JSON.stringify(short).match(DUE);
  const event = named ? await fillDueTimes(local, short, dataDir) : short;
  if ([...local.routes.values()].includes(name)) return completeEvent(event);
  const consumer = local.queueConsumers.find(({ functionName }) => functionName === name);
  return consumer ? completeQueueEvent(event, consumer.queue) : event;
}

async function fillDueTimes(service: Callable, event: Event, dataDir: string): Promise<Event> {
  const website_uuid = readDemo(dataDir)?.website_uuid ?? "";
  const checks = await runCommand<{ kind: string; due_at: string }[]>(service, "check list", {
    website_uuid,
  }).catch((error: Error) => {
    throw new Problem(`The event names a check of the demo website. ${error.message}`);
  });
  const due = new Map(checks.map(({ kind, due_at }) => [kind, due_at]));
  return JSON.parse(JSON.stringify(event).replace(DUE, (text, kind) => due.get(kind) ?? text));
}
