import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { updated } from "../../../shared/http/responses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { shares, tokenCreation, tokenRemovals } from "../../../shared/lists/shares.ts";
import { assertFree, presentShare, shareChange, showShare } from "./share.ts";
import { shareSchema } from "./shareSchemas.ts";

/** Gives a share another slug. The former one leads nowhere then; a random token still leads to the share. */
export const updateShare = endpoint({
  route: "PATCH /v1/shares/{share_uuid}",
  id: "updateShare",
  summary: "Change a share's address",
  details:
    "The new slug leads to the share within ten seconds, and the former one nowhere. An address with a random token still works.",
  response: () => doneOf("Share updated", shareSchema),
  exampleBody: { slug: "harbour-cycles" },
  body: shareChange,
  async answer({ reseller_uuid, uuid, body: { slug }, event }) {
    const origin = originOf(event);
    const check = preconditionOf(event, showShare(origin));
    const share = await changeListed(shares, { reseller_uuid, uuid }, async (found) => {
      await check?.(found);
      if (slug === undefined || slug === found.slug) return undefined;
      await assertFree(slug);
      const also = [tokenCreation(slug, found), ...tokenRemovals({ slug: found.slug })];
      return { set: { slug }, also };
    });
    return updated("Share", presentShare(share, origin));
  },
});
