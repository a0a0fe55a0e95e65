import type { EntityItem } from "electrodb";
import { audited, entity, index, optionalText, primary, text } from "../platform/table/entity.ts";
import { reportFrequencies } from "./reseller.ts";

/**
 * The reports by mail of a user: how often, and when the next one is due. That of a reseller itself is due
 * while the users of a changed default still have to get their due times.
 */
export const ReportMails = entity(
  "reportMails",
  {
    ...audited,
    reseller_uuid: text,
    /** The user's, or the reseller's own. */
    uuid: text,
    /** The user's own frequency; without it, the reseller's (`report_mails`). */
    frequency: { type: reportFrequencies },
    /** The time zone of the user's days; without it, UTC. */
    timezone: optionalText,
    /** Since when the user wants none, until the user or an operator lifts that. */
    unsubscribed_at: optionalText,
    /** What an unsubscribe link holds beside the uuids: 128 random bits in hexadecimal. */
    secret: text,
    /** When the last report was sent. */
    last_sent_at: optionalText,
    /** How far a worker has gone through the users of a reseller. */
    cursor: optionalText,
    shard: { type: "number", required: true },
    due_at: text,
  },
  {
    ofUser: primary("reseller#${reseller_uuid}#user#${uuid}", "reportMails"),
    due: index("gsi1", "due#report#${shard}", "${due_at}#${uuid}"),
  },
);

export type ReportMailsRecord = EntityItem<typeof ReportMails>;
