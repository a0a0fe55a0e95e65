import * as z from "zod/mini";
import type { KeptFinding } from "../../../../shared/entities/findings.ts";
import { described } from "../../../../shared/fields/described.ts";
import { brokenReasons, reasonIn } from "../../../../shared/reasons.ts";
import { type AnalyserResult, defineAnalyser, type Own } from "../../analyser.ts";
import {
  count,
  detailsOf,
  detailText,
  type Fault,
  MAX_DETAILS,
  uncheckedReason,
  withCode,
} from "../../finding.ts";
import { checkLinks, type FailedLink, type LinksMaterial, MAX_FAILED } from "./checkLinks.ts";
import { brokenLink } from "./faults.ts";
import { LinkTargets, PAGES_PER_TARGET } from "./targets.ts";

/** The `data` of a feed item of type `broken_links`: section 2.8 of the specification, exactly. */
export const brokenLinksData = z.strictObject({
  links_broken_count: described(count, "How many distinct targets of links are broken.", 2),
  new_links_broken_count: described(
    count,
    "How many of them were not broken at the audit before.",
    1,
  ),
});

const pageUrl = "https://bakery.example.com/about";

/** The `data` of a feed item of type `broken_link_details`: which links are broken, new ones first. */
const brokenLinkDetailsData = z.strictObject({
  links: described(
    detailsOf(
      z.strictObject({
        url: described(detailText, "Where the link leads.", "https://bakery.example.com/offers"),
        ...brokenLink,
        is_new: described(z.boolean(), "Whether it was not broken at the audit before.", true),
        pages_count: described(count, "How many pages link there.", 1),
        pages: described(
          z.array(detailText).check(z.maxLength(PAGES_PER_TARGET)),
          "Some of these pages.",
          [pageUrl],
        ),
      }),
    ),
    "The broken links, new ones first; 50 at most.",
  ),
  unchecked_count: described(count, "How much was not checked.", 1),
  unchecked: described(
    detailsOf(
      z.strictObject({
        ...uncheckedReason,
        count: described(count, "How many.", 1),
      }),
    ),
    "What was not checked, and why; 50 at most.",
  ),
});

const items = { broken_links: brokenLinksData, broken_link_details: brokenLinkDetailsData };

/** What an audit remembers of a website's links, as digests of their targets. */
const linkMemory = z.object({
  broken: z.array(z.string()),
  /** Targets whose failure may be over soon. */
  suspects: z.array(z.string()),
});

export type LinkMemory = z.infer<typeof linkMemory>;

/**
 * Decides what is broken and what is new from the last audit of this website. If the crawl read no page,
 * nothing is known: the status is `info` and the memory stays the same.
 */
export function tellLinks(
  material: LinksMaterial,
  { memory: before = { broken: [], suspects: [] }, isIgnored }: OwnLinks,
) {
  const { isRead, more_broken_count, unchecked, unchecked_count } = material;
  const { broken: found, suspects, isNew } = compare(material, before);
  const broken = found.filter((link) => !isIgnored(faultOf(link)));
  const isUnknown = unknownIn(material);
  const newCount = broken.filter(isNew).length;
  const status = !isRead ? "info" : broken.length > 0 ? "warning" : "success";
  const { targets_count, ok_count, inconclusive_count, more_suspect_count } = material;
  return {
    findings: {
      broken_links: {
        status,
        data: {
          links_broken_count: broken.length + more_broken_count,
          new_links_broken_count: newCount + more_broken_count,
        },
      },
      broken_link_details: {
        status,
        data: {
          links: broken
            .toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)))
            .slice(0, MAX_DETAILS)
            .map(({ id, isSuspect, code, reason, ...link }) => ({
              ...link,
              ...reasonIn(brokenReasons, reason),
              is_new: isNew({ id }),
            })),
          unchecked_count,
          unchecked: unchecked.map(withCode),
        },
      },
    },
    ...(isRead && { faults: found.map(faultOf), more_faults_count: more_broken_count }),
    mayRemain: ({ key = "" }: KeptFinding) =>
      suspects.some(({ id }) => id === key) || isUnknown(key),
    memory: remember({ broken: found, suspects, before, isUnknown }),
    counts: {
      targets_count,
      ok_count,
      inconclusive_count: inconclusive_count + suspects.length + more_suspect_count,
      unchecked_count,
    },
    unchecked: unchecked.map((each) => ({ what: "links" as const, ...each })),
  } satisfies AnalyserResult<typeof items, LinkMemory>;
}

type OwnLinks = Pick<Own<LinkMemory>, "memory" | "isIgnored">;

function faultOf({ id, url, code, reason, text, pages, pages_count }: FailedLink): Fault {
  const detail = { ...reasonIn(brokenReasons, reason), ...(text && { text }) };
  return { code, subject: url, key: id, detail, pages, pages_count };
}

function compare({ failed }: LinksMaterial, before: LinkMemory) {
  const wasBroken = new Set(before.broken);
  const wasSuspect = new Set(before.suspects);
  const isBroken = ({ id, isSuspect }: FailedLink) =>
    !isSuspect || wasBroken.has(id) || wasSuspect.has(id);
  return {
    broken: failed.filter(isBroken),
    suspects: failed.filter((link) => !isBroken(link)),
    isNew: ({ id }: Pick<FailedLink, "id">) => !wasBroken.has(id),
  };
}

interface Compared {
  broken: FailedLink[];
  suspects: FailedLink[];
  before: LinkMemory;
  isUnknown(id: string): boolean;
}

/** Tells whether nothing was found out about a target, so that it may still fail if it failed before. */
function unknownIn({ unknown: { ids, isInverted } }: LinksMaterial): (id: string) => boolean {
  const some = new Set(ids);
  return (id) => some.has(id) !== isInverted;
}

/** The targets that failed, and those that failed before and were not checked this time. */
function remember({ isUnknown, broken, suspects, before }: Compared): LinkMemory {
  const idsOf = (failed: FailedLink[], earlier: string[]) =>
    [...failed.map(({ id }) => id), ...earlier.filter(isUnknown)].slice(0, MAX_FAILED);
  return {
    broken: idsOf(broken, before.broken),
    suspects: idsOf(suspects, before.suspects),
  };
}

export const brokenLinks = defineAnalyser({
  feature: "broken_links",
  explanation: `Requests each target of a link, image, script or style sheet once. A target is broken if it is certainly gone (404, 410, no such host, a certificate that can't be trusted), or fails or answers 5xx in two audits in a row. Answers that may only mean "no robots" are left out: on other hosts every other 4xx, and 503. At most 2,000 targets are requested, 300 of them on one other host. If no other host has an address, links to other hosts are unchecked. Fragments (\`#part\`) are not checked.`,
  category: "website",
  items,
  reads: "everyPage",
  notNews: ["pages_count", "unchecked_count", "unchecked"],
  memory: linkMemory,
  collect: () => new LinkTargets(),
  analyse: checkLinks,
  tell: tellLinks,
  summary: { links_broken_count: brokenLinksData.shape.links_broken_count },
  whenOff: { links_broken_count: 0 },
  summarise: ({ broken_links: { data } = {} }) =>
    data ? { links_broken_count: data.links_broken_count } : {},
});
