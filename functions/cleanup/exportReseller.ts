import { once } from "node:events";
import { createGzip } from "node:zlib";
import { Webhook } from "../../shared/entities/webhook.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { exported, ofShares, ofTree, pagesOf, type Stage, told } from "./exportedRecords.ts";

/** A part ends when it has this many bytes, compressed. */
const PART_BYTES = 25_000_000;

/** A part of an export: JSON lines, compressed. `place` is where the next part begins. */
interface ExportPart {
  body: Uint8Array;
  records: number;
  place: string | undefined;
}

/**
 * Makes a part of the export of a reseller and its sandbox, from a place on, as far as the time and the size of a
 * part allow: at least one record. A record's pages are written as they are read.
 */
export async function exportPart(
  uuid: string,
  from: string | undefined,
  hasTime: () => boolean,
): Promise<ExportPart> {
  const file = newFile();
  let count = 0;
  const stages = [...stagesOf(uuid), ...stagesOf(twinOf(uuid)).map(inSandbox)];
  for await (const { records, place } of exported(stages, from)) {
    if (records.length > 0) await file.add(`${records.join("\n")}\n`);
    count += records.length;
    if (place === undefined || (hasTime() && file.bytes() < PART_BYTES)) continue;
    return { body: await file.end(), records: count, place };
  }
  return { body: await file.end(), records: count, place: undefined };
}

function stagesOf(reseller_uuid: string): Stage[] {
  return [
    ofPartitions(reseller_uuid),
    ofTree(reseller_uuid, { name: "user", place: { reseller_uuid } }),
    ofShares(reseller_uuid),
  ];
}

function inSandbox(stage: Stage): Stage {
  return async function* (after) {
    for await (const { records, ...piece } of stage(after))
      yield { ...piece, records: records.map((each) => `{"sandbox":true,${each.slice(1)}`) };
  };
}

/** The stage of what is in no list, partition by partition. */
function ofPartitions(reseller_uuid: string): Stage {
  return async function* (after) {
    const partitions = await partitionsOf(reseller_uuid);
    const from = after === undefined ? { index: 0 } : JSON.parse(after);
    for (const [index, partition] of partitions.entries()) {
      if (index < from.index) continue;
      const begin = index === from.index ? from.key : undefined;
      for await (const { items, last } of pagesOf(partition, begin)) {
        const records = items.flatMap(told);
        const next = last ? { index, key: last } : { index: index + 1 };
        yield { records, after: JSON.stringify(next) };
      }
    }
  };
}

async function partitionsOf(reseller_uuid: string): Promise<string[]> {
  const own = `reseller#${reseller_uuid}`;
  const { data: webhooks } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  return [
    ...[own, `${own}#plans`, `${own}#customFields`, `${own}#webhooks`],
    ...[`${own}#user#${reseller_uuid}`, `auditLog#${reseller_uuid}`, `usage#${reseller_uuid}`],
    ...webhooks.flatMap(({ uuid }) => [
      `${own}#webhook#${uuid}`,
      `${own}#webhook#${uuid}#deliveries`,
    ]),
  ];
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
