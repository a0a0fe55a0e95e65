import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { runCommand } from "../../../infra/local/calls.ts";
import { createGateway } from "../../../infra/local/http/gateway.ts";
import { startServer } from "../../../infra/local/http/server.ts";
import { openLocal } from "../../../infra/local/local.ts";
import { startQueueConsumers } from "../../../infra/local/queues/consumers.ts";
import { startStreams } from "../../../infra/local/streams/streams.ts";
import { serveByTls, startOutside, trustOwnAuthority } from "../../support/outside.ts";
import { alarmsOn, synthesizeOutside } from "../../support/outsideStack.ts";
import { makeDirectory } from "./support.ts";

const MINUTE_MS = 60_000;
/** Within a minute, the clock moves on in steps. */
const STEP_MS = 10_000;
/** Longer than the pauses between two readings of the stream and of the queues. */
const QUIET_MS = 600;
const template = synthesizeOutside();

/** The whole service, whose clock moves only by `minute`, and the probe that asks it by HTTPS. */
async function startAll() {
  const dataDir = makeDirectory();
  // A database of its own: that of the other tests has no stream.
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
  const local = await openLocal({ dataDir, load: true });
  onTestFinished(() => local.close());
  vi.useFakeTimers({ toFake: ["Date"], now: Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS });
  onTestFinished(() => void vi.useRealTimers());
  const server = await startServer(createGateway(local), { port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close(0));
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const broken = new Set<string>();
  const invoke = async (name: string, event: unknown) => {
    if (broken.has(name)) throw new Error(`${name} is broken`);
    return await local.invoke(name, event);
  };
  const report = () => {};
  const loops = { ...local, invoke, report };
  let stopStreams = startStreams({ ...loops, dataDir });
  onTestFinished(() => stopStreams());
  onTestFinished(startQueueConsumers({ ...loops, consumers: local.queueConsumers }));

  // As the runbook has an operator do it.
  const reseller = await runCommand<{ uuid: string }>(local, "reseller create", {
    name: "Outside",
  });
  const of = { reseller_uuid: reseller.uuid };
  const plan = { name: "Uptime", default: true, with: ["downtime"], uptime_interval_minutes: 1 };
  await runCommand(local, "plan create", { ...of, ...plan });
  const { key } = await runCommand<{ key: string }>(local, "key create", {
    ...{ ...of, name: "outside", test: true },
  });

  const issuer = trustOwnAuthority();
  let front = await serveByTls({ baseUrl }, { issuer });
  const probe = { apiUrl: front.url, key };
  const outside = await startOutside(probe);

  /** Waits until the queues and the stream have nothing to do at this time. */
  async function settle() {
    const database = new DatabaseSync(join(dataDir, "queues.sqlite"), { readOnly: true });
    const queues = local.queueConsumers.map(({ queue }) => `'${queue}'`).join();
    const due = database.prepare(
      `SELECT count(*) AS count FROM messages WHERE queue IN (${queues}) AND visible_at <= ?`,
    );
    for (let quiet = 0; quiet < QUIET_MS; quiet += 50) {
      await sleep(50);
      if (local.running() !== "" || Number(due.get(Date.now())?.["count"]) > 0) quiet = 0;
    }
    database.close();
  }

  const state = { isScheduled: true, isAsking: true };
  /** One minute: the schedule's tick at its beginning, the probe's request, and time passes. */
  async function minute() {
    const number = Math.floor(Date.now() / MINUTE_MS);
    if (state.isScheduled) {
      for (const { functionName, input } of local.schedules) await invoke(functionName, input);
    }
    let faults: string[] = [];
    for (let passed = 0; passed < MINUTE_MS; passed += STEP_MS) {
      if (passed === 2 * STEP_MS && state.isAsking) faults = await outside.ask();
      await settle();
      vi.setSystemTime(Date.now() + STEP_MS);
    }
    return { faults, on: alarmsOn(template, outside.metrics, number) };
  }

  /** Minutes until an alarm is on, and what it says. Fails after ten. */
  async function untilRed() {
    for (let minutes = 1; minutes <= 10; minutes += 1) {
      const { on, faults } = await minute();
      if (on.length > 0) return { minutes, on, faults };
    }
    throw new Error("Nothing turned red");
  }

  async function untilGreen() {
    for (let minutes = 1; minutes <= 12; minutes += 1) {
      if ((await minute()).on.length === 0 && (await minute()).on.length === 0) return;
    }
    throw new Error("It stayed red");
  }

  return {
    ...{ state, broken, probe, minute, untilRed, untilGreen },
    async serveAnew(...[change, certificate]: Parameters<typeof serveByTls> | []) {
      const { port } = front;
      await front.close();
      front = await serveByTls({ baseUrl, ...change }, { issuer, ...certificate }, port);
    },
    async stopStream() {
      await stopStreams();
    },
    startStream() {
      stopStreams = startStreams({ ...loops, dataDir });
    },
  };
}

test("each fault turns an alarm red within five minutes, and its end turns it green", async () => {
  const all = await startAll();
  for (let minutes = 0; minutes < 3; minutes += 1) await all.minute();
  for (let minutes = 0; minutes < 5; minutes += 1) {
    expect(await all.minute()).toEqual({ faults: [], on: [] });
  }
  const seen: Record<string, unknown> = {};
  const tryOut = async (name: string, begin: () => unknown, end: () => unknown) => {
    await begin();
    const found = await all.untilRed();
    seen[name] = found;
    console.info(name, found);
    await end();
    await all.untilGreen();
  };
  const { probe, state } = all;
  const { apiUrl } = probe;
  const expired = { validTo: new Date(Date.now() - 3_600_000) };
  await tryOut(
    "expired certificate",
    () => all.serveAnew({ baseUrl: "" }, expired),
    () => all.serveAnew(),
  );
  await tryOut(
    "removed DNS record",
    () => Object.assign(probe, { apiUrl: "https://api.invalid" }),
    () => Object.assign(probe, { apiUrl }),
  );
  const change = ({ "api-key": _, ...rest }: Record<string, string>) => rest;
  await tryOut(
    "401 for everybody",
    () => all.serveAnew({ change } as never, {}),
    () => all.serveAnew(),
  );
  await tryOut(
    "stopped schedule",
    () => Object.assign(state, { isScheduled: false }),
    () => Object.assign(state, { isScheduled: true }),
  );
  await tryOut("dead stream", all.stopStream, all.startStream);
  await tryOut(
    "dead deliverer",
    () => all.broken.add("deliverer"),
    () => all.broken.delete("deliverer"),
  );
  await tryOut(
    "stopped probe",
    () => Object.assign(state, { isAsking: false }),
    () => Object.assign(state, { isAsking: true }),
  );
  const expectRed = (...on: string[]) => ({
    minutes: expect.any(Number),
    on,
    faults: expect.anything(),
  });
  expect(seen).toEqual({
    "expired certificate": expectRed("RequestsFailed"),
    "removed DNS record": expectRed("RequestsFailed"),
    "401 for everybody": expectRed("RequestsFailed"),
    "stopped schedule": expectRed("WebsitesFailed"),
    "dead stream": expectRed("WebhooksFailed"),
    "dead deliverer": expectRed("WebhooksFailed"),
    "stopped probe": expectRed("Stopped"),
  });
  for (const found of Object.values(seen)) {
    // CloudWatch evaluates an alarm within a minute after the period's end.
    expect((found as { minutes: number }).minutes).toBeLessThanOrEqual(4);
  }
});
