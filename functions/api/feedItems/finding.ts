import * as z from "zod/mini";
import { type FindingMark, FindingMarks } from "../../../shared/entities/findings.ts";
import { optional } from "../../../shared/fields/described.ts";
import { anyText } from "../../../shared/fields/fields.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import {
  type FoundFinding,
  getFinding,
  languageFor,
  languageQuery,
  presentFinding,
} from "../../../shared/findings/finding.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched, updated } from "../../../shared/http/responses.ts";
import { websiteCheck } from "../../../shared/lists/websites.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { packJson } from "../../../shared/platform/table/packedJson.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { findingSchema } from "../../../shared/resources/monitoringSchemas.ts";

export const fetchFinding = endpoint({
  route: "GET /v1/findings/{finding_uuid}",
  id: "fetchFinding",
  summary: "Fetch a finding",
  details: "The first finding of a website can be fetched a second after it was written.",
  response: () => fetchedOf(findingSchema),
  query: z.object({ language: languageQuery }),
  async answer({ reseller_uuid, uuid, query }) {
    const finding = await getFinding({ reseller_uuid, uuid });
    return fetched(presentFinding(finding, await languageFor(query.language, finding.business)));
  },
});

/** Room for what people said about the findings of a website. DynamoDB takes 400 KB. */
const MAX_PACKED_BYTES = 300_000;

const body = z.object({
  status: optional(
    oneOf("Status", ["open", "ignored"]),
    "`ignored`, or `open` to undo that.",
    "ignored",
  ),
  note: optional(anyText("Note"), "A note of your own; empty: none."),
});

/** Ignores a finding or undoes that, and keeps a note. No audit writes the same record. */
export const updateFinding = endpoint({
  route: "PATCH /v1/findings/{finding_uuid}",
  id: "updateFinding",
  summary: "Ignore a finding, or open it again",
  details:
    "An ignored finding stays ignored when it is found again, and leaves the counts of later audits. `open` undoes that; whether the finding is `open` or `resolved`, audits decide.",
  response: () => doneOf("Finding updated", findingSchema),
  exampleBody: { status: "ignored", note: "That is our name." },
  query: z.object({ language: languageQuery }),
  body,
  async answer({ reseller_uuid, uuid, query, body }) {
    return await retryOnConflict(async () => {
      const finding = await getFinding({ reseller_uuid, uuid });
      const language = await languageFor(query.language, finding.business);
      const changed = await mark(finding, body);
      return updated("Finding", presentFinding(changed, language));
    });
  },
});

/** Writes what somebody said about a finding; throws ConditionFailed if somebody else was faster. */
async function mark(
  finding: FoundFinding,
  { status, note }: z.output<typeof body>,
): Promise<FoundFinding> {
  const { uuid } = finding.finding;
  const { stored, marks: before } = finding.of;
  const { [uuid]: former = {}, ...others } = before?.marks ?? {};
  const next: FindingMark = { ...former };
  if (status === "ignored") next.ignored_at ??= timestamp();
  if (status === "open") delete next.ignored_at;
  if (note !== undefined) next.note = note;
  if (next.note === "") delete next.note;
  const isEmpty = Object.keys(next).length === 0;
  const marks = isEmpty ? others : { ...others, [uuid]: next };
  if (!isEmpty && packJson(marks).length > MAX_PACKED_BYTES) {
    const max = "The website has too many ignored findings and notes";
    throw new ValidationFailed({ [note ? "note" : "status"]: { max } });
  }
  const { reseller_uuid, business_uuid, uuid: website_uuid } = stored;
  const revision = (before?.revision ?? 0) + 1;
  const record = { reseller_uuid, business_uuid, uuid: website_uuid, revision, marks };
  await transact(
    websiteCheck({ reseller_uuid, uuid: website_uuid }),
    FindingMarks.put(record).where(({ revision }, { eq, notExists }) =>
      before ? eq(revision, before.revision) : notExists(revision),
    ),
  );
  return { ...finding, of: { stored, marks: record } };
}
