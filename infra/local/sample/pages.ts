import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "../../../shared/audit/analysers/brokenLinks/linkTargets.ts";
import type { Site } from "./customers.ts";
import faultsByPath from "./faults.json" with { type: "json" };

const FOLDER = join(import.meta.dirname, "pages");
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';
const NOT_FOR_PHONES = "/directions";

/** The files of `pages` by name. */
export const files = new Map(
  readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]),
);

/** What is wrong with a page, as an audit finds it; the subject is the page, unless it says another. */
interface Fault {
  code: string;
  subject?: string;
  /** What identifies the subject, if that is not its text. */
  key?: string;
  detail?: Record<string, unknown>;
}

/** The faults of a faulty page of a website, with the page that has them. A page that is missing is a broken link. */
export function faultsOf(origin: string, path: string) {
  const all: Readonly<Record<string, Fault[]>> = faultsByPath;
  const url = origin + path;
  const isThere = files.has(`${path.slice(1)}.html`);
  return (all[path] ?? []).map(({ code, subject = url, key, detail = {} }) => ({
    ...{ code, subject, detail, pages: [isThere ? url : `${origin}/`] },
    key: isThere ? (key ?? subject) : digest(url),
  }));
}

/** The HTML of a page of a website; undefined for a page that is not there. */
export function renderPage({ business, faults }: Site, path: string, footer: string) {
  const name = path === "/" ? "start" : path.slice(1);
  if (!["/", "/contact", ...faults].includes(path)) return undefined;
  const links = faults.map((at) => `<li><a href="${at}">${titleOf(at)}</a></li>`).join("");
  const body = files.get(`${name}.html`)?.replace("{{links}}", links);
  return body && fill({ title: titleOf(`/${name}`), body, footer, business, path });
}

/** A page in the frame of all pages. */
export function fill({ path = "/", ...texts }: Record<string, string>): string {
  const all: Record<string, string> = {
    ...texts,
    viewport: path === NOT_FOR_PHONES ? "" : VIEWPORT,
  };
  const put = (text = ""): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => put(all[name]));
  return put(files.get("frame.html"));
}

/** `Team` for `/team`. */
function titleOf(path: string): string {
  return path.charAt(1).toUpperCase() + path.slice(2);
}
