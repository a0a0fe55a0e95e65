import { asTimestamp, showHost } from "./format.ts";

const HOUR_MS = 3_600_000;

/** What a kind of findings is called: the title of the only one, or what the titles of all begin with. */
export function titleOf(findings: { title: string; code: string }[]): string {
  const [{ title, code } = { title: "", code: "" }] = findings;
  if (findings.length === 1) return title;
  const [begin = ""] = title.split(/ on (?=\d|the website|https?:)|: | ?[“(]/, 1);
  const words = code.replaceAll("_", " ");
  return begin.split(" ").length > 2 ? begin : words.charAt(0).toUpperCase() + words.slice(1);
}

/** From now for an hour, or the evening's last two hours, of which some may be over, in the reader's zone. */
export function timesOf(preset: string, now: number) {
  const evening = new Date(now).setHours(22, 0, 0, 0);
  return preset === "hour"
    ? { ends_at: asTimestamp(now + HOUR_MS) }
    : {
        starts_at: asTimestamp(Math.max(now, evening)),
        ends_at: asTimestamp(evening + 2 * HOUR_MS),
      };
}

/** As a `datetime-local` field has it. */
export function localTime(time: number): string {
  const minutes = new Date(time).getTimezoneOffset();
  return new Date(time - minutes * 60_000).toISOString().slice(0, 16);
}

const countries: Readonly<Record<string, string>> = {
  ...{ de: "de", at: "de", ch: "de", fr: "fr", be: "nl", nl: "nl", es: "es", it: "it" },
  ...{ uk: "en", ie: "en", us: "en", au: "en", nz: "en", ca: "en" },
};
/** Country and language by the end of a host name, or by the language of the account. */
export function countryOf(hostname: string, language: string) {
  const [, top = ""] = /\.([a-z]{2})$/.exec(showHost(hostname).split("/")[0] ?? "") ?? [];
  const isKnown = Object.hasOwn(countries, top);
  const country = isKnown ? top : language;
  return {
    code: country === "uk" || country === "en" ? "GB" : country.toUpperCase(),
    language: isKnown ? countries[top] : language,
  };
}
