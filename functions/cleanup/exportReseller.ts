import { once } from "node:events";
import { createGzip } from "node:zlib";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { accountList } from "../../shared/lists/account.ts";
import { competitorsOf, type List, sharesOf, usersOf } from "../../shared/lists/listedKind.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { type Branch, recordsOf, told, uuidsIn } from "./exportedRecords.ts";

const RECORDS_AT_ONCE = 10;
/** A part ends when it has this many bytes, compressed. */
const PART_BYTES = 25_000_000;

/** What one page of a stage tells, and where the next one begins. */
interface Page {
  records: string[];
  next: string | undefined;
}

type Stage = (reseller_uuid: string, after: string | undefined) => Promise<Page>;

/** Where an export goes on: `after` is of the stage, which is of the reseller or, with `isTwin`, its sandbox. */
interface Place {
  isTwin: boolean;
  stage: number;
  after?: string | undefined;
}

const stages: readonly Stage[] = [
  ofPartitions,
  ofList(usersOf, "user"),
  ofList(({ reseller_uuid }) => accountList(reseller_uuid, "businesses"), "business"),
  ofList(({ reseller_uuid }) => accountList(reseller_uuid, "websites"), "website"),
  ofList(sharesOf, "share"),
];

/** A part of an export: JSON lines, compressed. `place` is where the next part begins. */
interface ExportPart {
  body: Uint8Array;
  records: number;
  place: string | undefined;
}

/**
 * Makes a part of the export of a reseller and its sandbox, from a place on, as far as the time and the size of a
 * part allow: at least one page.
 */
export async function exportPart(
  uuid: string,
  from: string | undefined,
  hasTime: () => boolean,
): Promise<ExportPart> {
  const file = newFile();
  let place: Place | undefined = from ? JSON.parse(from) : { isTwin: false, stage: 0 };
  let records = 0;
  while (place) {
    const { isTwin, stage, after }: Place = place;
    const owner = isTwin ? twinOf(uuid) : uuid;
    const page = (await stages[stage]?.(owner, after)) ?? { records: [], next: undefined };
    await file.add(page.records.map((each) => lineOf(each, isTwin)).join(""));
    records += page.records.length;
    place = await placeAfter(place, page.next, uuid);
    if (!hasTime() || file.bytes() >= PART_BYTES) break;
  }
  return { body: await file.end(), records, place: place && JSON.stringify(place) };
}

function lineOf(record: string, isTwin: boolean): string {
  return isTwin ? `{"sandbox":true,${record.slice(1)}\n` : `${record}\n`;
}

async function placeAfter(
  { isTwin, stage }: Place,
  after: string | undefined,
  uuid: string,
): Promise<Place | undefined> {
  if (after !== undefined) return { isTwin, stage, after };
  if (stage + 1 < stages.length) return { isTwin, stage: stage + 1 };
  if (isTwin) return undefined;
  const { data: sandbox } = await Reseller.get({ uuid: twinOf(uuid) }).go({ consistent: true });
  return sandbox ? { isTwin: true, stage: 0 } : undefined;
}

/** A stage of the records in a list. Competitors come with their business. */
function ofList(listOf: (of: { reseller_uuid: string }) => List, kind: Branch["kind"]): Stage {
  return async (reseller_uuid, after) => {
    const { data, cursor } = await ListEntry.query
      .inOrder(listOf({ reseller_uuid }))
      .go({ consistent: true, limit: RECORDS_AT_ONCE, cursor: after ?? null });
    const found = await Promise.all(
      data.map(({ record }) => withCompetitors(reseller_uuid, { kind, uuid: `${record["uuid"]}` })),
    );
    return { records: found.flat(), next: cursor ?? undefined };
  };
}

async function withCompetitors(reseller_uuid: string, branch: Branch): Promise<string[]> {
  const records = await recordsOf(reseller_uuid, branch);
  if (branch.kind !== "business") return records;
  const competitors = await uuidsIn(competitorsOf({ reseller_uuid, business_uuid: branch.uuid }));
  for (const uuid of competitors)
    records.push(...(await recordsOf(reseller_uuid, { kind: "competitor", uuid })));
  return records;
}

/** The stage of what is in no list, partition by partition. Imports are found in the audit log. */
async function ofPartitions(reseller_uuid: string, after: string | undefined): Promise<Page> {
  const own = `reseller#${reseller_uuid}`;
  const { data: webhooks } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  const partitions = [
    ...[own, `${own}#plans`, `${own}#customFields`, `${own}#webhooks`],
    ...[`${own}#user#${reseller_uuid}`, `auditLog#${reseller_uuid}`, `usage#${reseller_uuid}`],
    ...webhooks.flatMap(({ uuid }) => [
      `${own}#webhook#${uuid}`,
      `${own}#webhook#${uuid}#deliveries`,
    ]),
  ];
  const { index, key } = after ? JSON.parse(after) : { index: 0, key: undefined };
  const pages = queryIndex(
    { partition: partitions[index] ?? own },
    { ConsistentRead: true, ExclusiveStartKey: key },
  );
  const { value } = await pages.next();
  const records: string[] = [];
  for (const item of value?.Items ?? []) {
    records.push(...told(item));
    for (const uuid of importedBy(item)) {
      for await (const { Items = [] } of queryIndex({ partition: `${own}#import#${uuid}` }))
        records.push(...Items.flatMap(told));
    }
  }
  const last = value?.LastEvaluatedKey;
  const isLast = last === undefined && index + 1 >= partitions.length;
  const next = last ? { index, key: last } : { index: index + 1 };
  return { records, next: isLast ? undefined : JSON.stringify(next) };
}

/** The import that an entry of the audit log tells of, if it was created then. */
function importedBy(item: Record<string, unknown>): string[] {
  return item["action"] === "import.created" ? [String(item["record_uuid"])] : [];
}

/** A compressed file in memory. */
function newFile() {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  let bytes = 0;
  gzip.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
  });
  const ended = once(gzip, "end");
  return {
    bytes: () => bytes,
    add: (text: string) =>
      new Promise<void>((resolve, reject) => {
        gzip.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    async end() {
      gzip.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
