import { dayOf, daysLater } from "../../platform/time.ts";
import type { Analyser, AuditInput, Examined } from "./analyser.ts";
import { type FaultKinds, ofWebsite } from "./faults.ts";

/** The days before the last full one that define what is usual, and the fewest that suffice. */
export const USUAL_DAYS = 14;
const LEAST_DAYS = 3;
/** The fewest responses of a day that counts. */
const LEAST_RESPONSES = 50;
const SLOW_MS = 2000;
const TIMES_THE_USUAL = 3;

/**
 * Whether the uptime check waited long for responses on the last full day in UTC: more than 2 seconds at the median,
 * or three times the usual, which is the median of the medians of the days before. Undefined on fewer than 50
 * responses.
 */
function judgeResponses(
  days: AuditInput["uptimeDays"],
  { hostname, now }: { hostname: string; now: Date },
): Examined | undefined {
  const last = daysLater(dayOf(now.getTime() / 1000), -1);
  const counted = days.flatMap(({ date, looks, failures, response_ms }) =>
    response_ms && looks - failures >= LEAST_RESPONSES ? { date, ms: response_ms.median } : [],
  );
  const ms = counted.find(({ date }) => date === last)?.ms;
  if (ms === undefined) return undefined;
  const before = counted.filter(({ date }) => date < last && date >= daysLater(last, -USUAL_DAYS));
  const usual = before.length < LEAST_DAYS ? undefined : medianOf(before.map((day) => day.ms));
  const isSlow = ms > SLOW_MS || (usual !== undefined && ms >= TIMES_THE_USUAL * usual);
  const detail = { day: last, median_ms: ms, usual_ms: usual, seconds: Math.round(ms / 100) / 10 };
  return { faults: isSlow ? [ofWebsite("slow_responses", hostname, detail)] : [] };
}

function medianOf(numbers: number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
}

// biome-ignore format: a line for each language
const kinds = {
  slow_responses: { severity: "warning",
    en: ["The website is slow to answer: {seconds} s", "Visitors wait at each page before anything appears, and many leave before it does.", "Ask {sender} to find out whether the hosting or the website itself is the cause."],
    de: ["Die Website antwortet langsam: nach {seconds} s", "Besucher warten bei jeder Seite, bevor überhaupt etwas erscheint, und viele gehen vorher wieder.", "Lassen Sie von {sender} herausfinden, ob es am Hosting oder an der Website selbst liegt."],
    fr: ["Le site répond lentement\u00a0: en {seconds} s", "Les visiteurs attendent à chaque page avant de voir quoi que ce soit, et beaucoup partent avant.", "Demandez à {sender} de chercher si la cause est l’hébergement ou le site lui-même."],
    es: ["El sitio web responde con lentitud: en {seconds} s", "Los visitantes esperan en cada página antes de ver algo, y muchos se van antes.", "Pida a {sender} que averigüe si la causa es el alojamiento o el propio sitio."],
    it: ["Il sito risponde lentamente: in {seconds} s", "I visitatori aspettano a ogni pagina prima di vedere qualcosa, e molti se ne vanno prima.", "Chieda a {sender} di scoprire se la causa è l’hosting o il sito stesso."],
    nl: ["De website antwoordt traag: na {seconds} s", "Bezoekers wachten bij elke pagina voordat er iets verschijnt, en velen haken dan af.", "Vraag {sender} om uit te zoeken of het aan de hosting of aan de website zelf ligt."] },
} satisfies FaultKinds;

export const slowResponses: Analyser = {
  feature: "downtime",
  explanation:
    "Compares the response times of the last full day in UTC with those of the days before.",
  kinds,
  reads: "nothing",
  begin: () => ({
    examine: ({ crawl, uptimeDays, now }) =>
      judgeResponses(uptimeDays, { hostname: new URL(crawl.startUrl).hostname, now }),
  }),
};
