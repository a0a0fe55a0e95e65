import type { Uptime } from "reseller-website-monitoring-client";

export type DayFigures = Uptime["days"][number];

const DAY_MS = 24 * 3600 * 1000;

/** Fewer days would make a chart of a new website look as if it had a long history. */
const FEWEST_DAYS = 14;

export type Days = Pick<Uptime, "from" | "to" | "days">;

/** The days from the first that was probed on, and some before it if these are few. */
export function sinceFirstProbe({ from, to, days }: Days): Days {
  const first = days[0]?.date ?? to;
  const few = new Date(Date.parse(to) - (FEWEST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const begin = first < few ? first : few;
  return { from: begin > from ? begin : from, to, days };
}

/** Every day of a range with its figures; undefined for a day on which the website was not probed. */
export function everyDay({ from, to, days }: Days) {
  const known = new Map(days.map((day) => [day.date, day]));
  const dates: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    dates.push(new Date(time).toISOString().slice(0, 10));
  }
  return dates.map((date) => ({ date, figures: known.get(date) }));
}

/** The next round number that is not less: 1, 1.5, 2, 3, 4, 6, 8, 10, 15 … */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const step = [1, 1.5, 2, 3, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}
