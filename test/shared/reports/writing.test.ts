import { expect, test } from "vitest";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { tellUptime, wordsOf } from "../../../shared/reports/writing.ts";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";

const NOW = Date.parse("2026-11-28T22:30:00Z");
const DAY = 86_400;
const BEGIN = "2026-09-01T00:00:00+00:00";

type Case = [observed: number, down: number, since: string | null, text: string];

function tell([observed_seconds, down_seconds, watched_since]: Case, language = "en" as const) {
  const share = 1 - down_seconds / observed_seconds;
  const uptime_percentage = observed_seconds > 0 ? Math.floor(share * 10_000) / 100 : null;
  const uptime = { observed_seconds, down_seconds, watched_since, uptime_percentage };
  return tellUptime({ ...uptime, period: { begins_at: BEGIN } }, wordsOf(language, "UTC", NOW));
}

test.each<Case>([
  [0, 0, null, "not known"],
  [660, 0, "2026-11-28T22:19:00+00:00", "no failure, watched since today 22:19"],
  [660, 300, "2026-11-28T22:19:00+00:00", "down for 5 minutes, watched since today 22:19"],
  [660, 660, "2026-11-28T22:19:00+00:00", "down for 11 minutes, watched since today 22:19"],
  [DAY - 1, 0, "2026-11-27T22:31:00+00:00", "no failure, watched since yesterday 22:31"],
  [3600, 0, "2026-11-03T10:00:00+00:00", "no failure, watched since 3 Nov 2026, 10:00"],
  [3600, 60, BEGIN, "down for 1 minute, watched since 1 Sept 2026, 00:00"],
  [DAY, 0, "2026-11-27T22:30:00+00:00", "100% since 27 November"],
  [25 * DAY, 420, "2026-11-03T10:00:00+00:00", "99.98% since 3 November"],
  [88 * DAY, 0, "2026-09-01T00:00:01+00:00", "100% since 1 September"],
  [88 * DAY, 420, BEGIN, "99.99%"],
  [DAY, 86, BEGIN, "99.90%"],
])("an uptime of %d observed and %d failed seconds since %s is told as %j", (...row) => {
  expect(tell(row)).toBe(row[3]);
});

test("it is told in each language", () => {
  const texts = textLanguages.map((language) =>
    [
      [660, 300, "2026-11-28T22:19:00+00:00", ""],
      [25 * DAY, 420, "2026-11-08T10:00:00+00:00", ""],
    ].map((existing) =>
      tell(existing as Case, language as "en").replaceAll(/[\u00a0\u202f]/g, " "),
    ),
  );
  expect(texts).toEqual([
    ["down for 5 minutes, watched since today 22:19", "99.98% since 8 November"],
    ["5 Minuten ausgefallen, beobachtet seit heute 22:19", "99,98 % seit dem 8. November"],
    [
      "en panne pendant 5 minutes, observé depuis aujourd’hui 22:19",
      "99,98 % depuis le 8 novembre",
    ],
    ["caído durante 5 minutos, observado desde hoy 22:19", "99,98 % desde el 8 de noviembre"],
    ["non raggiungibile per 5 minuti, osservato da oggi 22:19", "99,98% dall’8 novembre"],
    ["5 minuten onbereikbaar, gevolgd sinds vandaag 22:19", "99,98% sinds 8 november"],
  ]);
});

test("languages are named, also one that is not known", () => {
  const { formats } = wordsOf("en", "UTC", NOW);
  expect(formats.languages(["it", "und"])).toBe("Italian, an unknown language");
});

test("an Italian article loses its vowel before 8 and 11", () => {
  const { news } = catalogues.it;
  expect(news.down("a.example", "8 nov 2026, 10:00")).toContain(" dall’8 nov");
  expect(news.back("a.example", "5 minuti", "9 nov 2026, 10:00")).toContain(" dal 9 nov");
});
