import type { Digest } from "../digests/websiteDigest.ts";
import type { Formats } from "./formats.ts";
import type { ReportTexts } from "./texts.ts";

/** How a report is written: its texts, formats, and how many bytes a part may take. */
export interface Writing {
  texts: ReportTexts;
  formats: Formats;
  /** The most rows of a table of days; a longer one has a row for each week. */
  rows: number;
  room: number;
}

/** A percentage, or that it is not known. */
export function uptimeOf(
  { uptime_percentage }: Pick<Digest, "uptime_percentage">,
  { texts, formats }: Pick<Writing, "texts" | "formats">,
): string {
  return uptime_percentage === null ? texts.unknown : formats.percent(uptime_percentage);
}
