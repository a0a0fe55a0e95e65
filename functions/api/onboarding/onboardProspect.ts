import * as z from "zod/mini";
import { Prospect, type ProspectRecord } from "../../../shared/entities/prospect.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import type { ShareRecord } from "../../../shared/entities/share.ts";
import { described, optional } from "../../../shared/fields/described.ts";
import { hostOf } from "../../../shared/fields/siteUrl.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { noteRemover } from "../../../shared/lists/changeListed.ts";
import { creation, newListed } from "../../../shared/lists/createListed.ts";
import { shares, slugReplacement } from "../../../shared/lists/shares.ts";
import {
  NotAuthenticated,
  RecordNotFound,
  ValidationFailed,
} from "../../../shared/platform/errors.ts";
import { takeSequences, type Write } from "../../../shared/platform/table/transact.ts";
import { getProspect, removalOf } from "../../../shared/prospects/prospect.ts";
import { createCustomer, onboardingAnswer } from "./onboard.ts";
import { onboardingBody } from "./onboarding.ts";

const { shape } = onboardingBody.shape.business;

/** The body of an onboarding, in which the host name is known. */
const body = z.object({
  ...onboardingBody.shape,
  business: described(
    z.object({
      ...shape,
      hostname: optional(shape.hostname, "That of the prospect: no other host is accepted."),
    }),
    "The user's first business, with the postal address that directories are compared with.",
  ),
});

/**
 * Makes a customer of a prospect in one transaction: the business and the website get the prospect's uuids, and so
 * its findings and feed. Its page goes on as a share of the website, whatever the limit of shares.
 */
export const onboardProspect = postEndpoint({
  route: "POST /v1/prospects/{prospect_uuid}/customer",
  id: "onboardProspect",
  summary: "Make a customer of a prospect",
  details:
    "Onboards a user as `POST /v1/onboarding` does. The business gets the prospect's uuid. Findings and feed come along, the page becomes a share that does not expire, and the prospect is gone. The limit of shares refuses no customer.",
  ...onboardingAnswer,
  exampleBody: {
    email: "grace@example.com",
    first_name: "Grace",
    last_name: "Hopper",
    language_preference: "en-GB",
    business: {
      business_name: "Example Bakery",
      address_line_1: "1 Mill Street",
      city: "London",
      phone_number: "+442071838750",
      country_code: "GB",
    },
  },
  body,
  async answer({ reseller_uuid, uuid, body, keep }) {
    const key = { reseller_uuid, uuid };
    const { hostname } = await getProspect(key);
    if (hostOf(body.business.hostname ?? hostname) !== hostOf(hostname)) {
      const options = "Hostname must be that of the prospect";
      throw new ValidationFailed({ "business.hostname": { options } });
    }
    await createCustomer(reseller_uuid, {
      body: { ...body, business: { ...body.business, hostname } },
      keep,
      async takeOver() {
        const current = await getProspect(key);
        const remover = await noteRemover(Prospect, key);
        if (remover === undefined) throw new RecordNotFound("prospects");
        const { website_uuid, open_findings, certificate } = current;
        return {
          ...{ business_uuid: uuid, website_uuid },
          measured: {
            ...(open_findings && { open_findings }),
            ...(certificate && { certificate }),
          },
          also: async (user_uuid) => [
            removalOf(current, remover),
            ...(await moveShare(current, user_uuid)),
          ],
        };
      },
    });
  },
});

/** The writes that make a share of the prospect's page, about the website that it becomes. */
async function moveShare(
  { reseller_uuid, uuid, website_uuid, slug, language }: ProspectRecord,
  user_uuid: string,
): Promise<Write[]> {
  const counting = { entity: Reseller, key: { uuid: reseller_uuid } };
  const counted = await takeSequences(counting, "share_sequence");
  if (!counted) throw new NotAuthenticated();
  const share: ShareRecord = newListed({
    ...{ place: { reseller_uuid }, sequence: counted.first },
    attributes: {
      ...{ kind: "report", about: "website", about_uuid: website_uuid },
      ...{ business_uuid: uuid, user_uuid, language, slug },
    },
  });
  return [...creation(shares, share), slugReplacement(slug, share)];
}
