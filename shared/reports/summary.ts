import { addFigures, NO_FIGURES, responseTimes } from "../uptime/figures.ts";
import { type FindingsOfKind, worstKindFirst } from "../views/findingKinds.ts";
import type { WebsiteView } from "../views/websiteView.ts";
import { uptimeFigure } from "../vocabulary/uptimeFigure.ts";
import { isAudited, openOf, type Reported, sumOf, worstWebsiteFirst } from "./report.ts";
import { tellUptime, uptimeTogether, type Words } from "./writing.ts";

/** The first part of a report, for readers without time. */
export interface Summary {
  headline: string;
  figures: Figure[];
  /** What was resolved in the period. */
  fixed: string[];
  /** What to do first. */
  todo: Todo[];
  /** Why there is nothing to do. */
  nothing: string;
}

interface Figure {
  label: string;
  value: string;
  /** How it compares with the period before, if that is known. */
  trend?: { sign: "▲" | "▼" | "="; isBetter: boolean | undefined; text: string };
}

interface Todo {
  title: string;
  /** How many more there are of its kind. */
  more: number;
  why: string;
  what_to_do: string;
}

const MOST_TODO = 3;
const MOST_FIXED = 5;
/** A smaller difference of response times counts as none. */
const SAME_RESPONSE = 0.05;

/** The summary that begins a report and is all of its mail: a sentence, four figures, what was fixed, three things to do. */
export function summaryOf(websites: Reported[], words: Words): Summary {
  const isOne = websites.length === 1;
  const titleOf = ({ hostname }: Reported, title: string) =>
    isOne || title.includes(hostname) ? title : `${hostname} – ${title}`;
  const kindsOf = (status: "open" | "resolved") =>
    websites
      .flatMap((website) => website.kinds[status].map((kind) => tell(kind, website)))
      .toSorted(worstKindFirst);
  const tell = ({ items: [first], count, order }: FindingsOfKind, website: Reported) => ({
    title: titleOf(website, first?.title ?? ""),
    ...{ more: count - 1, why: first?.why ?? "", what_to_do: first?.what_to_do ?? "", order },
  });
  const closed = websites.toSorted(worstWebsiteFirst).flatMap((website) => {
    const { downtimes, unchecked } = website;
    const fault = downtimes.find(({ ended_at }) => ended_at === null) ?? unchecked.unreadable;
    // Without the host, nobody knows what this is about.
    return fault ? [{ ...fault, title: `${website.hostname} – ${fault.title}`, more: 0 }] : [];
  });
  const todo = [...closed, ...kindsOf("open")].slice(0, MOST_TODO);
  return {
    headline: headlineOf(websites, words),
    figures: figuresOf(websites, words),
    fixed: kindsOf("resolved")
      .slice(0, MOST_FIXED)
      .map(({ title, more }) => (more > 0 ? `${title} ${words.texts.alike(more)}` : title)),
    ...{ todo, nothing: todo.length > 0 ? "" : nothingOpen(websites, words) },
  };
}

function headlineOf(websites: Reported[], { texts, formats }: Words): string {
  const [first] = websites;
  const observed = sumOf(websites, (each) => each.observed_seconds);
  if (!first || observed === 0) return texts.none;
  const down = websites.filter(({ downtimes }) => downtimes.length > 0);
  const { hostname } = first;
  if (down.length === 0) return texts.noneDown(hostname, websites.length);
  const duration = formats.duration(sumOf(down, (each) => each.down_seconds));
  return texts.someDown(hostname, websites.length, down.length, duration);
}

function figuresOf(websites: Reported[], words: Words): Figure[] {
  const { texts, formats } = words;
  const before = websites.map((website) => website.before);
  const [uptime, uptimeBefore] = [uptimeTogether(websites), uptimeTogether(before)];
  const isKnown = [uptime, uptimeBefore].every((of) => of && "percentage" in uptimeFigure(of));
  const downtimes = (of: WebsiteView[]) => sumOf(of, (each) => each.downtimes.length);
  const open = sumOf(websites, openOf);
  const changes = ({ findings: { opened, resolved } }: WebsiteView) =>
    sumOf(Object.values(opened), Number) - sumOf(Object.values(resolved), Number);
  const isMore = websites.some((each) => each.has_more_downtimes);
  const percentage = (of: typeof uptime) => of?.uptime_percentage ?? null;
  const count = (value: number) => formats.number(value);
  const ms = (value: number) => `${formats.number(value)} ms`;
  return [
    {
      label: texts.uptime,
      value: uptime ? tellUptime(uptime, words) : texts.unknown,
      ...compare(percentage(uptime), percentage(uptimeBefore), formats.percent, {
        isMoreBetter: true,
      }),
    },
    {
      label: texts.downtimes,
      value:
        percentage(uptime) === null
          ? texts.unknown
          : `${count(downtimes(websites))}${isMore ? "+" : ""}`,
      ...compare(downtimes(websites), downtimes(before), count),
    },
    {
      label: texts.responses,
      value: orUnknown(medianOf(websites), ms),
      ...compare(medianOf(websites), medianOf(before), ms, { tolerance: SAME_RESPONSE }),
    },
    {
      label: texts.openFindings,
      value: websites.some(isAudited) ? count(open) : texts.unknown,
      ...compare(open, websites.every(isAudited) ? open - sumOf(websites, changes) : null, count),
    },
  ];

  function orUnknown(value: number | null, show: (value: number) => string): string {
    return value === null ? texts.unknown : show(value);
  }

  /** The arrow is that of the value; the word says whether that is good. */
  function compare(
    value: number | null,
    former: number | null,
    show: (value: number) => string,
    { isMoreBetter = false, tolerance = 0 } = {},
  ): Pick<Figure, "trend"> {
    if (!isKnown || value === null || former === null || former < 0) return {};
    if (Math.abs(value - former) <= former * tolerance)
      return { trend: { sign: "=", isBetter: undefined, text: texts.same } };
    const isMore = value > former;
    const isBetter = isMore === isMoreBetter;
    const text = (isBetter ? texts.better : texts.worse)(show(former));
    return { trend: { sign: isMore ? "▲" : "▼", isBetter, text } };
  }
}

/** The median of the response times of some websites together. */
function medianOf(websites: WebsiteView[]): number | null {
  const [first, ...others] = websites;
  if (first && others.length === 0) return first.response_ms?.median ?? null;
  const { times } = websites.flatMap(({ days }) => days).reduce(addFigures, NO_FIGURES);
  return responseTimes(times)?.median ?? null;
}

/** Says that nothing is open, or that no audit took place. Empty if more was found later, or only some websites were audited. */
function nothingOpen(websites: Reported[], { texts }: Words): string {
  if (websites.some(({ later }) => later > 0)) return "";
  const audited = websites.filter(isAudited).length;
  if (audited === websites.length) return texts.noFindings;
  return audited === 0 ? texts.neverAudited : "";
}
