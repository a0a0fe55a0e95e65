import { newListed } from "../../../shared/lists/createListed.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import { newWebsite, websites } from "../../../shared/lists/websites.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { fillList } from "../../support/fill.ts";
import { progress, ratio, type Section } from "./report.ts";

const PER_PAGE = 20;
const SIZES = [100, 1000, 10_000, 1_000_000];
/** Of longer lists only the two pages are there, and what says which records are live. */
const LARGEST_FILLED = 10_000;

/** Page 1 against the last page. */
export async function measure(): Promise<Section> {
  const rows: Section["rows"] = [];
  for (const size of SIZES) {
    progress(`  a list of ${size.toLocaleString("en")}`);
    const place = await makeList(size);
    const first = await costOf(() => readPage(websites, place, { offset: 0, limit: PER_PAGE }));
    const last = await costOf(() =>
      readPage(websites, place, { offset: size - PER_PAGE, limit: PER_PAGE }),
    );
    rows.push([
      size.toLocaleString("en"),
      cells(first),
      cells(last),
      ratio(last.readUnits, first.readUnits),
    ]);
  }
  return {
    title: "Pages of a list of websites: requests / read units",
    columns: ["records", "page 1", "last page", "last : first"],
    rows,
    notes: [],
  };
}

function cells({ requests, readUnits }: Cost): string {
  return `${requests} / ${readUnits}`;
}

type Place = Parameters<typeof websites.list>[0];

async function makeList(size: number): Promise<Place> {
  const place = { reseller_uuid: newUuid(), business_uuid: newUuid() };
  const attributes = newWebsite({ hostname: "https://www.example.com" });
  const website = (sequence: number) => newListed({ place, sequence, attributes });
  const ends = [...Array(PER_PAGE).keys()].flatMap((n) => [n, size - PER_PAGE + n]);
  await fillList(websites.list(place), size, website, size > LARGEST_FILLED ? ends : undefined);
  return place;
}
