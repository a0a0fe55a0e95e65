import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { callRaw } from "../support/api.ts";
import { makeBusiness, makeCustomFields, makeReseller, makeUser } from "../support/factories.ts";
import { median, type Section } from "./report.ts";

const PAGES = [20, 100];
const ROUNDS = 40;

const brotli = (quality: number) => (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const candidates: [name: string, encode: (text: string) => Buffer][] = [
  ["as it is", (text) => Buffer.from(text)],
  ...[1, 6, 9].map((level): (typeof candidates)[number] => [
    `gzip, level ${level}`,
    (text) => gzipSync(text, { level }),
  ]),
  ...[1, 4, 5, 6, 9, 11].map((quality): (typeof candidates)[number] => [
    `Brotli, quality ${quality}`,
    brotli(quality),
  ]),
];

/** The size of a page of businesses in each coding, and the processor time of compressing it. */
export async function measure(): Promise<Section> {
  const pages = await readPages();
  return {
    title: "A page of businesses, compressed: bytes / processor ms",
    columns: ["coding", ...PAGES.map((size) => `${size} businesses`)],
    rows: candidates.map(([name, encode]) => [
      name,
      ...pages.map((text) => `${encode(text).length} / ${timeOf(() => encode(text)).toFixed(2)}`),
    ]),
    notes: [
      `The median of ${ROUNDS} times. Each business has three custom field values, names of its own and one plan.`,
    ],
  };
}

async function readPages(): Promise<string[]> {
  const reseller = await makeReseller();
  const { key } = reseller;
  await makeCustomFields(
    reseller,
    ["account manager", "region", "tier"].map((name) => ({ name })),
  );
  const userUuid = await makeUser(reseller);
  for (let count = 0; count < Math.max(...PAGES); count += 1) {
    const uuid = await makeBusiness(reseller, userUuid);
    const body = {
      name: `${WORDS[count % 7]} ${WORDS[(count * 3) % 11]} & Sons ${count}`,
      industry: WORDS[count % 5],
      custom_fields: [
        { "account manager": `${WORDS[count % 13]} ${count}` },
        { region: "North" },
        { tier: "gold" },
      ],
    };
    await callRaw("PATCH /v1/businesses/{business_uuid}", { key, uuid, body });
  }
  const read = async (size: number) => {
    const query = { userUuid, per_page: String(size) };
    return (await callRaw("GET /v1/businesses", { key, query })).body ?? "";
  };
  return await Promise.all(PAGES.map(read));
}

const WORDS =
  "Miller Bakery Dental Garden Plumbing Bright Harbour Coffee Studio Legal Motors Flowers North".split(
    " ",
  );

function timeOf(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return median(times);
}
