import { settingsFor } from "../../../infra/settings.ts";
import type { Simulated } from "../scale/simulate.ts";
import { HABITS } from "./habits.ts";
import { amount, type Line, type Load, MONTH_MINUTES, MONTH_SECONDS } from "./load.ts";
import type { Measured } from "./measured.ts";
import { lambdaPrice, PRICES } from "./prices.ts";

/** Lambda, by function. A call's probes compute while later ones wait for their start, so that time counts once. */
export function functionLines(
  load: Load,
  simulated: Simulated,
  { uptimeSeconds, besideSeconds }: Measured,
): Line[] {
  const { rounds, uptime, deliverer, workerMemoryMb, endpointMemoryMb } = settingsFor("prod");
  const { roundCalls, ownCalls, audits, auditCalls, deliveries, changes, apiCalls } = load;
  const secondsOf = ({ calls, seconds }: Simulated["rounds"]) =>
    calls === 0 ? 0 : seconds / calls + besideSeconds;
  const price = (calls: number, memoryMb: number, waits: number) =>
    lambdaPrice(calls, { memoryMb, waits, computes: 0 });
  const [roundSeconds, ownSeconds] = [secondsOf(simulated.rounds), secondsOf(simulated.uptime)];
  const tickSeconds =
    HABITS.tickSeconds + ((load.own + audits) / MONTH_MINUTES) * HABITS.dueSeconds;
  return [
    {
      name: "Lambda: rounds",
      usd: price(roundCalls, rounds.memoryMb, roundSeconds),
      from: `${amount(roundCalls)} calls of ${roundSeconds.toFixed(1)} s, in which a probe by HTTPS takes ${(uptimeSeconds * 1000).toFixed(2)} ms of a processor`,
    },
    {
      name: "Lambda: separate checks",
      usd: price(ownCalls, uptime.memoryMb, ownSeconds),
      from: `${amount(ownCalls)} calls of ${ownSeconds.toFixed(1)} s`,
    },
    {
      name: "Lambda: audits",
      usd: auditCalls.price,
      from: `${amount(auditCalls.calls)} calls`,
    },
    {
      name: "Lambda: deliveries",
      usd: price(deliveries, deliverer.memoryMb, HABITS.deliverySeconds),
      from: `${amount(deliveries)} calls of ${HABITS.deliverySeconds} s`,
    },
    {
      name: "Lambda: changes of the table",
      usd: price(Math.min(changes, 10 * MONTH_SECONDS), workerMemoryMb, 0.05),
      from: `${amount(changes)} changes, a call each at most`,
    },
    {
      name: "Lambda: API",
      usd: price(apiCalls, endpointMemoryMb, HABITS.callSeconds),
      from: `${amount(apiCalls)} calls of ${HABITS.callSeconds * 1000} ms`,
    },
    {
      name: "Lambda: shares",
      usd: price(load.looks, endpointMemoryMb, HABITS.shareSeconds),
      from: `${amount(load.looks)} looks of ${HABITS.shareSeconds * 1000} ms`,
    },
    {
      name: "Lambda and Scheduler: ticks",
      usd: MONTH_MINUTES * PRICES.schedulerCall + price(MONTH_MINUTES, workerMemoryMb, tickSeconds),
      from: `${amount(MONTH_MINUTES)} ticks of ${tickSeconds.toFixed(2)} s`,
    },
  ];
}
