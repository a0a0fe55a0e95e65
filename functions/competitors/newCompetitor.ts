import { unreadFields } from "../../shared/competitorFields.ts";
import type { CompetitorRecord } from "../../shared/entities/competitor.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";

type Given = Pick<CompetitorRecord, "reseller_uuid" | "business_uuid" | "sequence" | "hostname">;

/** A competitor whose site was not read yet: its name is its host name, the rest is empty. */
export function newCompetitor(given: Given): CompetitorRecord {
  const now = timestamp();
  return {
    ...given,
    uuid: newUuid(),
    revision: 1,
    ...unreadFields(given.hostname),
    client_fields: [],
    created_at: now,
    updated_at: now,
  };
}
