import { CustomAttributeType, type EntityItem } from "electrodb";
import {
  entity,
  flag,
  index,
  listed,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";
import { websiteStates } from "../vocabulary/websiteState.ts";
import type { KeptFinding } from "./findings.ts";

const count = { type: "number", required: true } as const;
const expiry = { expires_at: optionalText, sequence: count } as const;

/** What a downtime's probe tells beside its outcome. */
export interface DownProbe {
  /** Of the server, if it answered. */
  address?: string | undefined;
  /** Milliseconds. */
  duration: number;
  /** If the probe was confirmed from other regions: those that found the website down, and all that looked. */
  regions?: { down: number; asked: number } | undefined;
}

/** A finding with the values in its title (`tellTexts`). */
export type NewestFinding = Pick<
  KeptFinding,
  "code" | "subject" | "pages" | "pages_count" | "detail" | "first_seen_at"
>;

export const Website = entity(
  "website",
  {
    ...listed,
    business_uuid: text,
    /** The user of the business. */
    user_uuid: text,
    hostname: text,
    /** What follows from the attributes below (`stateOf`). */
    state: { type: websiteStates, required: true, default: "up" },
    is_hostname_up: flag,
    /** Set until it is known whether the site at this host name is up. */
    awaits_probe: { type: "boolean" },
    /** Since when it is not probed: its user is suspended, or its plan has no uptime checks. */
    paused_since: optionalText,
    /** While it is down: since when, and what the check came to. */
    down_since: optionalText,
    down_cause: optionalText,
    /** The probe that confirmed it: the address of the server, milliseconds, and how many of the regions agreed. */
    down_probe: { type: CustomAttributeType<DownProbe>("any") },
    /** While it is not down: when the last downtime ended. */
    down_until: optionalText,
    /** The downtime that ended then. */
    last_downtime: { type: "map", properties: { began_at: text, cause: optionalText } },
    /** While a maintenance window is under way: when it ends. */
    maintenance_until: optionalText,
    /** The maintenance that is under way, or the last that has ended. */
    last_maintenance: { type: "map", properties: { began_at: text, ended_at: optionalText } },
    /** Since when probes fail now and then, without a downtime. */
    unstable_since: optionalText,
    /** By severity, those that are neither resolved nor ignored. */
    open_findings: {
      type: "map",
      properties: { error: count, warning: count, info: count },
    },
    /** When an audit last found that findings are fixed, and how many. */
    fixed_findings: { type: "map", properties: { at: text, count } },
    /** The newest of the open ones of severity error. */
    newest_serious_finding: { type: CustomAttributeType<NewestFinding>("any") },
    /** When the certificate of its chain that expires first does so, and the feed item that says so. */
    certificate: { type: "map", properties: expiry },
    /** The same of the registration of its domain. */
    domain: { type: "map", properties: expiry },
    /** When somebody last asked for a check at once. */
    check_asked_at: optionalText,
    created_at: text,
    updated_at: text,
  },
  {
    byUuid: primary("reseller#${reseller_uuid}#website#${uuid}", "website"),
    /** Those of a reseller by state, oldest first: a UUID of version 7 begins with its time. */
    ofReseller: index("gsi2", "reseller#${reseller_uuid}#websites", "${state}#${uuid}"),
  },
);

export type WebsiteRecord = EntityItem<typeof Website>;
