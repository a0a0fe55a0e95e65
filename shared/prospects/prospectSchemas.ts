/** @file Prospects as a client sees them; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { prospectStates } from "../entities/prospect.ts";
import { described, field, named, nullable } from "../fields/described.ts";
import { bySeverity } from "../resources/accountSchemas.ts";
import { findingSchema } from "../resources/monitoringSchemas.ts";
import { created_at, idOf, time } from "../resources/schemas.ts";
import { unreadableReasons } from "../vocabulary/reasons.ts";
import { textLanguages } from "../vocabulary/texts.ts";

const count = z.int().check(z.nonnegative());
const technical = nullable(
  z.string(),
  "What a program calls it, or the limit, for technicians; `null` if there is no such name.",
  null,
);

/** A prospect in a list. */
export const prospectSummarySchema = named(
  "ProspectSummary",
  z.strictObject({
    uuid: idOf("prospect"),
    hostname: field.string("The website.", "https://bakery.example.com"),
    language: described(z.enum(textLanguages), "The language of the texts and the page.", "en"),
    state: described(
      z.enum(prospectStates),
      "`running` until the audit is over; then `done`, or `failed` if the website could not be read.",
      "done",
    ),
    pages_read: described(count, "How many pages the audit has read so far.", 12),
    open_findings: bySeverity("How many findings the audit has.", 1, 4, 7),
    share: described(
      z.strictObject({
        url: field.string(
          "The page in your name, which works for everybody who has the address, until the prospect is deleted or expires.",
          "https://api.example.com/s/k3v9x0q2m7b4n8c1z6l5ja",
        ),
      }),
      "The page about the website.",
    ),
    created_at,
    expires_at: described(
      time,
      "When the prospect is removed, seven days after its creation.",
      "2026-11-29T14:05:00+00:00",
    ),
  }),
);

const detail = (text: string, example: string) =>
  nullable(z.string(), `${text}; \`null\` if the website does not say.`, example);

/** A website that was audited once, without a customer. */
export const prospectSchema = named(
  "Prospect",
  z.extend(prospectSummarySchema, {
    details: nullable(
      z.strictObject({
        name: detail("The name of the business", "Example Bakery"),
        email: detail("The first e-mail address", "hello@bakery.example.com"),
        phone_number: detail("The phone number, in E.164", "+442071838750"),
        address_line_1: detail("The street and number", "1 Mill Street"),
        city: detail("The town", "London"),
        county: detail("The county or region", "Greater London"),
        postcode: detail("The postcode", "SE1 2XX"),
        country_code: detail("The country", "GB"),
        language: detail("The language of the start page", "en"),
      }),
      "What the website says about its owner, in JSON-LD and links of its start and contact pages, to fill in a form with; `null` until its start page has been read.",
    ),
    findings: described(
      z.array(
        z.pick(findingSchema, {
          ...{ uuid: true, type: true, code: true, severity: true, subject: true },
          ...{ pages_count: true, pages: true, first_seen_at: true, detail: true },
          ...{ title: true, why: true, what_to_do: true },
        }),
      ),
      "What is wrong with the website, the worst first; 200 at most.",
    ),
    unchecked: described(
      z.strictObject({
        unreadable: nullable(
          z.strictObject({
            reason: described(z.enum(unreadableReasons), "Why it could not be read.", "dns"),
            technical,
            title: field.string("The same in words, for the owner of the website."),
            why: field.string("What it means for visitors."),
            what_to_do: field.string("What to do about it."),
          }),
          "Why the website could not be read; `null` if it could.",
          null,
        ),
        parts: described(
          z.array(
            z.strictObject({
              what: field.string("What was not checked, such as `pages`.", "pages"),
              reason: field.string("Why it was not checked.", "page_limit"),
              technical,
              count: described(count, "How many.", 40),
            }),
          ),
          "The parts that were not checked, as in the feed item `website_summary_details`.",
        ),
        unsupported_languages: field.strings(
          "Languages of pages whose spelling can't be checked.",
          ["it"],
        ),
        findings_left_out: described(count, "How many findings are not listed.", 0),
      }),
      "What the audit does not know, and why.",
    ),
  }),
);
