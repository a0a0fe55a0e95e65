import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, index, ofWebsite, primary, text } from "../platform/table/entity.ts";

/** Seconds since 1970; `to` is excluded. */
export interface Period {
  from: number;
  to: number;
}

/**
 * How a website is probed: in the rounds of its bucket while it is plainly up, otherwise by messages of its
 * own, or not at all because nobody wants it or it was deleted.
 */
type ProbeMode = "rounds" | "separate" | "stopped";

/** What a round reads of a website. The index has a copy of it. */
export interface MonitorTarget {
  mode: ProbeMode;
  minutes: number;
  hostname: string;
  /** The URL that answered last, of the two that a host name without a scheme stands for. */
  url?: string | undefined;
  /** Intervals that it had within the last days, and until when: daily figures include their rounds. */
  former?: { minutes: number; until: number }[];
}

/** `new` until the first probe; `unknown` if it can't be reached from this region at all. */
type State = "new" | "up" | "suspect" | "down" | "recovering" | "unknown";

/** What is known of a website that is not plainly up. Times are seconds since 1970. */
export interface UptimeState {
  state: State;
  /** When it was last probed by a message of its own, or joined these. */
  checked_at?: number | undefined;
  /** The first failure of a suspect, or the first answer of a recovering website. */
  since?: number | undefined;
  /** Since when the website is shown as down. */
  down_since?: number | undefined;
  /** Seconds of the downtime for which no probe says anything: gaps and maintenance. */
  unobserved?: number;
  unstable_since?: number | undefined;
  /** When probes within the last hour, or six intervals, were bad (`shared/uptime/stability.ts`). */
  bad?: number[];
  /** Whether no probe has decided yet: the website is shown as not checked, or still as paused. */
  is_undecided?: true | undefined;
}

/** A separate probe, as operators see it. */
export interface ProbeResult {
  at: string;
  outcome: string;
  /** Milliseconds. */
  duration: number;
  /** The outcome by region, if other regions were asked. */
  elsewhere?: Record<string, string>;
}

/** The monitoring of a website: its interval, and its state while it is not plainly up. */
export const Monitor = entity(
  "monitor",
  {
    ...ofWebsite,
    business_uuid: text,
    /** Increased by each write, which requires the revision that was read. */
    revision: { type: "number", required: true },
    target: { type: CustomAttributeType<MonitorTarget>("any"), required: true },
    uptime: { type: CustomAttributeType<UptimeState>("any"), required: true },
    /** The last separate probes, newest first. */
    results: { type: CustomAttributeType<ProbeResult[]>("any"), required: true },
    /** The roster of its interval (`shared/uptime/roster.ts`). */
    roster: text,
    /** The position of the website, in hexadecimal digits, by which a roster is ordered. */
    position: text,
  },
  {
    ofWebsite: primary("reseller#${reseller_uuid}#website#${uuid}#uptime", "monitor"),
    inRoster: index("gsi1", "roster#${roster}", "${position}#${uuid}"),
  },
);

export type MonitorRecord = EntityItem<typeof Monitor>;
