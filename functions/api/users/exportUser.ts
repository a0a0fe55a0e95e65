import * as z from "zod/mini";
import { userLogOf } from "../../../shared/auditLog/entries.ts";
import { AuditLogEntry, type AuditLogEntryRecord } from "../../../shared/entities/auditLogEntry.ts";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import type { CompetitorRecord } from "../../../shared/entities/competitor.ts";
import { type CustomFieldRecord, CustomFields } from "../../../shared/entities/customFields.ts";
import { Mail } from "../../../shared/entities/mail.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { described } from "../../../shared/fields/described.ts";
import { rule } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { urlWith } from "../../../shared/http/pagination.ts";
import { answerBytes } from "../../../shared/http/responses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { users } from "../../../shared/lists/users.ts";
import { type Step, walk } from "../../../shared/lists/walk.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";
import {
  presentAddress,
  presentKnownWords,
  presentWithCustomFields,
} from "../../../shared/resources/business.ts";
import {
  presentAuditLogEntry,
  presentCompetitor,
  presentUser,
  presentWebsite,
} from "../../../shared/resources/presenters.ts";
import type { userExportSchema } from "./exportSchemas.ts";
import { userExportPageSchema } from "./exportSchemas.ts";

/** What ends a page: a business costs two queries, and a function may return 6 MB. */
const MAX_RECORDS = 1000;
const MAX_BUSINESSES = 50;
const MAX_BYTES = 4_000_000;

const AT_ONCE = 100;
/** Texts before and behind all times. */
const FIRST: string = "!";
const LAST = "~";

type Data = z.output<typeof userExportSchema>;
type Part = { [List in keyof Omit<Data, "user" | "mails">]?: Data[List][number] };

/** A record of the export, and the cursor that continues behind it: its section, and its place there. */
interface Exported {
  part: Part;
  cursor: string;
}

const cursor = z.optional(
  z
    .string()
    .check(
      rule("format", "Cursor must be that of a next_page_url", (value) =>
        /^(?:records~\d{1,15}(?:\.\d{1,15}){0,2}|log~[\w:+#.-]{1,200})$/.test(value),
      ),
    ),
);

/** Answers a page of all that is stored about a user and what belongs to the user. */
export const exportUser = endpoint({
  route: "GET /v1/users/{user_uuid}/export",
  id: "exportUser",
  summary: "Export all data of a user",
  details:
    "The user with all businesses, websites, competitors, addresses, known words, e-mails, and what the audit log has of them. The e-mails are on the first page. A page has at most 1,000 other records, and each record is on one page: follow `meta.next_page_url` until it is `null`.",
  response: () => userExportPageSchema,
  query: z.object({
    cursor: described(cursor, "Where the page begins, as `next_page_url` has it."),
  }),
  async answer({ reseller_uuid, uuid, query, event }) {
    const user = await getListed(users, { reseller_uuid, uuid });
    const data: Data = {
      user: presentUser(user),
      ...{ businesses: [], websites: [], competitors: [], addresses: [] },
      ...{ known_words: [], audit_log: [] },
      mails: query.cursor ? [] : await findMails(user),
    };
    let next: string | undefined;
    let records = 0;
    let bytes = 0;
    for await (const { part, cursor } of exportedFrom(user, query.cursor)) {
      for (const [list, record] of Object.entries(part)) {
        (data[list as keyof Part] as unknown[]).push(record);
      }
      records += 1;
      bytes += answerBytes(part);
      const isFull = records === MAX_RECORDS || data.businesses.length === MAX_BUSINESSES;
      if (!isFull && bytes < MAX_BYTES) continue;
      next = cursor;
      break;
    }
    return { data, meta: { next_page_url: next ? urlWith(event, "cursor", next) : null } };
  },
});

/** The records of the export from behind a cursor on, in order. */
async function* exportedFrom(user: UserRecord, cursor = ""): AsyncGenerator<Exported> {
  const [section, after] = cursor.split("~");
  if (section !== "log") yield* records(user, after || undefined);
  yield* log(user, section === "log" ? after : undefined);
}

/** The user's businesses, each before its websites and competitors. */
async function* records({ reseller_uuid, uuid }: UserRecord, after: string | undefined) {
  const [customFields] = await batchGet(
    lookup<{ fields: CustomFieldRecord[] }>(CustomFields, { reseller_uuid }),
  );
  const own = { name: "business", place: { reseller_uuid, user_uuid: uuid } } as const;
  const start = after?.split(".").map(Number);
  for await (const step of walk(own, start)) {
    const place = step.path.join(".");
    if (place !== after) {
      yield { part: partOf(step, customFields?.fields ?? []), cursor: `records~${place}` };
    }
  }
}

function partOf({ name, record }: Step, fields: CustomFieldRecord[]): Part {
  if (name === "website") return { websites: presentWebsite(record as WebsiteRecord) };
  if (name === "competitor") {
    return { competitors: presentCompetitor(record as CompetitorRecord) };
  }
  const business = record as BusinessRecord;
  return {
    businesses: presentWithCustomFields(business, fields),
    addresses: { business_uuid: business.uuid, ...presentAddress(business) },
    known_words: { business_uuid: business.uuid, ...presentKnownWords(business) },
  };
}

/** The e-mails to a user: one when it was onboarded, and its reports. */
async function findMails({ reseller_uuid, uuid }: UserRecord): Promise<Data["mails"]> {
  const { data } = await Mail.query
    .ofRecord({ reseller_uuid, about: "user", uuid })
    .go({ consistent: true, pages: "all" });
  return data.map(({ occasion, status, sent_at = null, reason = null }) => ({
    ...{ occasion, status, sent_at, reason },
  }));
}

/** The entries of the audit log about the user and what belonged to the user, oldest first. */
async function* log({ reseller_uuid, uuid }: UserRecord, after = FIRST) {
  const stretch = {
    index: "gsi2",
    partition: userLogOf(reseller_uuid, uuid),
    between: [after, LAST],
  } as const;
  for await (const { Items = [] } of queryIndex(stretch, { Limit: AT_ONCE })) {
    const places = Items.map(({ gsi2sk }) => String(gsi2sk)).filter((place) => place !== after);
    const entries = await batchGet(...places.map((place) => entryAt(reseller_uuid, place)));
    for (const [index, entry] of entries.entries()) {
      if (!entry) continue;
      yield { part: { audit_log: presentAuditLogEntry(entry) }, cursor: `log~${places[index]}` };
    }
  }
}

function entryAt(reseller_uuid: string, at: string) {
  const [created_at = "", place = "", uuid = ""] = at.split("#");
  return lookup<AuditLogEntryRecord>(AuditLogEntry, { reseller_uuid, created_at, place, uuid });
}
