import { findClosed, isClosed } from "../../shared/checks/closedRosters.ts";
import { minutesOfRoster, placeOf, takeSeats } from "../../shared/checks/rosters.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import type { Standing } from "./recordProbe.ts";

type UptimeCheck = CheckRecord<"uptime">;

/** The place of each website, by its uuid, and why some have none for now: those have to come again. */
interface Assigned {
  standings: Map<string, Standing>;
  failures: { uuid: string; error: unknown }[];
}

/**
 * The place of each website in a roster of its interval. Those that have none yet, or another
 * interval by now, or whose roster was closed, get seats together: one write for an import's many.
 */
export async function assignSeats(
  checks: UptimeCheck[],
  minutesOf: (check: UptimeCheck) => number,
): Promise<Assigned> {
  const standings: Assigned["standings"] = new Map();
  const failures: Assigned["failures"] = [];
  const assign = async (some: UptimeCheck[], work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      failures.push(...some.map(({ uuid }) => ({ uuid, error })));
    }
  };
  const { seated = [], without = [] } = Object.groupBy(checks, (check) =>
    check.seat && minutesOfRoster(check.seat.roster) === minutesOf(check) ? "seated" : "without",
  );
  await assign(seated, async () => {
    const closed = await findClosed(seated.flatMap(({ seat }) => seat?.roster ?? []));
    for (const check of seated) {
      const { uuid, seat } = check;
      if (!seat || isClosed(closed, seat.roster)) without.push(check);
      else standings.set(uuid, { minutes: minutesOf(check), ...placeIn(seat) });
    }
  });
  for (const [minutes, some] of Map.groupBy(without, minutesOf)) {
    await assign(some, async () => {
      const first = await takeSeats(minutes, some.length);
      for (const [index, { uuid }] of some.entries()) {
        standings.set(uuid, { minutes, ...placeOf(minutes, first + index) });
      }
    });
  }
  return { standings, failures };
}

/**
 * Where a website is to be, or where it was as long as what its former roster saw today can't be kept: it
 * is checked by itself until then.
 */
export function standingOf(
  { seat }: UptimeCheck,
  { standing, isKept }: { standing: Standing; isKept: boolean },
): Standing {
  return isKept || !seat ? standing : { ...standing, ...placeIn(seat), isWaiting: true };
}

function placeIn({ roster, place }: NonNullable<UptimeCheck["seat"]>) {
  return { roster, place };
}
