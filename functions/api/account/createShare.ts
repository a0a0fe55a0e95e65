import type * as z from "zod/mini";
import { parentMissing } from "../../../shared/fields/validationErrors.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { secretPostEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import { findReseller } from "../../../shared/limits/resellers.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { addShare } from "../../../shared/shares/addShare.ts";
import { periodUntilNow } from "../../../shared/views/period.ts";
import { assertFree, presentShare, shareBody } from "./share.ts";
import { newShareSchema } from "./shareSchemas.ts";

type Body = z.output<typeof shareBody>;
type Kept = ReturnType<typeof presentShare>;

/** The URLs of new shares until they are answered. They are not stored with the answers for retries. */
const urls = new WeakMap<Kept, string>();

/** Makes a share with a slug or a random token. */
export const createShare = secretPostEndpoint({
  route: "POST /v1/shares",
  id: "createShare",
  summary: "Share a page about a website or a business",
  details:
    "Makes a link to a page in your name, for people without a key. Send either `website_uuid` or `business_uuid`. The page ends when the share is deleted or expires, when the website or business is deleted, and while its user is suspended: within ten seconds. Requests for it do not count toward your limits. The number of shares is limited: rule `max`. Without a `slug` the address has a random token, which cannot be read again.",
  response: () => doneOf("Share created", newShareSchema),
  exampleBody: {
    website_uuid: "01a1f3c2-8d4e-7b6a-9c5d-000000000004",
    kind: "status",
    language: "de",
  },
  body: shareBody,
  async answer({ reseller_uuid, body, event, keep }) {
    const { slug } = body;
    const attributes = await attributesOf(reseller_uuid, body);
    const origin = originOf(event);
    let share: Kept | undefined;
    const token = await addShare(await findReseller(reseller_uuid), attributes, {
      slug,
      check: async () => void (slug !== undefined && (await assertFree(slug))),
      also: (record) => {
        share = presentShare(record, origin);
        return keep(share);
      },
    });
    if (!token || !share) throw parentMissing("reseller");
    urls.set(share, `${origin}/s/${token}`);
  },
  reveal: async (share: Kept) => created("Share", { ...share, url: urls.get(share) ?? share.url }),
});

/** The attributes of a new share; throws ValidationFailed. */
async function attributesOf(
  reseller_uuid: string,
  { website_uuid, business_uuid, expires_at, ...body }: Body,
) {
  if (expires_at && expires_at.getTime() <= Date.now()) {
    throw new ValidationFailed({ expires_at: { min: "Expiry time must be in the future" } });
  }
  if (body.kind !== "report" && (body.from ?? body.to) !== undefined) {
    const options = "Days are for reports only";
    throw new ValidationFailed({ [body.from === undefined ? "to" : "from"]: { options } });
  }
  if (body.kind === "report")
    periodUntilNow({ from: body.from, to: body.to, timezone: "UTC" }, Date.now());
  const owner = await findOwner(reseller_uuid, { website_uuid, business_uuid });
  return {
    ...{ kind: body.kind, ...owner },
    ...(body.from && { from: body.from }),
    ...(body.to && { to: body.to }),
    ...(body.language && { language: body.language }),
    ...(expires_at && { expires_at: timestamp(expires_at) }),
  };
}

/** What the share is about, and whose it is; throws ValidationFailed if there is no such record. */
async function findOwner(
  reseller_uuid: string,
  { website_uuid, business_uuid = "" }: Pick<Body, "website_uuid" | "business_uuid">,
) {
  if (website_uuid === undefined) {
    const { data } = await businesses.get({ reseller_uuid, uuid: business_uuid });
    if (!data) throw parentMissing("business_uuid");
    const about = { about: "business", about_uuid: business_uuid } as const;
    return { ...about, business_uuid, user_uuid: data.user_uuid };
  }
  const { data } = await websites.get({ reseller_uuid, uuid: website_uuid });
  if (!data) throw parentMissing("website_uuid");
  const about = { about: "website", about_uuid: website_uuid } as const;
  return { ...about, business_uuid: data.business_uuid, user_uuid: data.user_uuid };
}
