import { tellCause } from "../../shared/causeTexts.ts";
import type { MonitorRecord } from "../../shared/entities/monitor.ts";
import { certificateEnd } from "../../shared/reasons.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import type { TextLanguage } from "../../shared/texts.ts";
import { timestamp } from "../../shared/time.ts";
import { figuresWithin, findDays } from "../monitoring/dailyFigures.ts";
import { dayOf } from "../monitoring/days.ts";
import { findDowntimes, presentDowntime } from "../monitoring/downtimes.ts";
import { addFigures, NO_FIGURES, percentageOfDays, responseTimes } from "../monitoring/figures.ts";
import { findLastProbedAt } from "../monitoring/lastProbes.ts";
import { type DigestPeriod, presentPeriod } from "./period.ts";

const MOST_DOWNTIMES = 50;

/** What the digest of a website is asked for by; `now` in milliseconds. */
export interface DigestRequest {
  period: DigestPeriod;
  language: TextLanguage;
  now: number;
  /** Whom its texts name to be asked. */
  sender?: string;
  /** Whether findings are wanted by kind as well. */
  byKind?: boolean;
}

/** The uptime of a website within a period, as its digest shows it, and its days in UTC. `monitor` is its own. */
export async function readUptimeWithin(
  { reseller_uuid, uuid }: OwnedKey,
  monitor: MonitorRecord | undefined,
  { period, language, now, sender }: DigestRequest,
) {
  const { from, to, begins_at, ends_at } = presentPeriod(period);
  const begin = dayOf(period.from);
  const [checked_at, days, downtimes] = await Promise.all([
    monitor && findLastProbedAt(monitor, now),
    findDays({ reseller_uuid, uuid }, { from: begin < from ? begin : from, to }),
    findDowntimes({ reseller_uuid, uuid }, { from: begins_at, until: ends_at }, MOST_DOWNTIMES + 1),
  ]);
  const known = { monitor, days, downtimes };
  const { looks, failed_attempts, observed, down } = await figuresWithin(period, known, now);
  const within = days.filter(({ day }) => day >= from);
  const shown = {
    last_checked_at: checked_at === undefined ? null : timestamp(new Date(checked_at * 1000)),
    uptime_percentage: percentageOfDays([{ observed_seconds: observed, down_seconds: down }]),
    ...{ looks, failed_attempts },
    observed_seconds: observed,
    down_seconds: down,
    response_ms: responseTimes(within.reduce(addFigures, NO_FIGURES).times),
    downtimes: downtimes.slice(-MOST_DOWNTIMES).map((downtime) => {
      const shown = presentDowntime(downtime);
      const { cause, technical } = shown;
      const expired_at = certificateEnd(downtime.cause);
      const told = tellCause(cause ?? "other", language, { sender, technical, expired_at });
      return { ...shown, ...told };
    }),
    has_more_downtimes: downtimes.length > MOST_DOWNTIMES,
  };
  return { shown, days: within };
}
