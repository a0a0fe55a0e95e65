import type { ReportTexts } from "../../shared/catalogue/catalogue.ts";
import type { Digest } from "../digests/websiteDigest.ts";
import type { Formats } from "./formats.ts";
import { isAudited, openOf } from "./report.ts";

/** How a report is written: its texts, formats, and how many bytes a part may take. */
export interface Writing {
  texts: ReportTexts;
  formats: Formats;
  /** The most rows of a table of days; a longer one has a row for each week. */
  rows: number;
  room: number;
}

type Words = Pick<Writing, "texts" | "formats">;

/** A percentage, or that it is not known. */
export function uptimeOf(
  { uptime_percentage }: Pick<Digest, "uptime_percentage">,
  { texts, formats }: Words,
): string {
  return uptime_percentage === null ? texts.unknown : formats.percent(uptime_percentage);
}

/** How long a website was down, or that nobody knows because it was not probed. */
export function downOf(
  { observed_seconds, down_seconds }: Digest,
  { texts, formats }: Words,
): string {
  return observed_seconds === 0 ? texts.unknown : formats.duration(down_seconds);
}

/** How many findings are open, or that nobody knows before the first audit. */
export function findingsOf(digest: Digest, { texts, formats }: Words): string {
  return isAudited(digest) ? formats.number(openOf(digest)) : texts.unknown;
}
