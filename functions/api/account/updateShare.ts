import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { originOf } from "../../../shared/http/event.ts";
import { updated } from "../../../shared/http/responses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { shares, tokenCreation, tokenRemovals } from "../../../shared/lists/shares.ts";
import { assertFree, presentShare, shareChange, showShare } from "./share.ts";

/** Gives a share another slug. The former one leads nowhere then; a random token still leads to the share. */
export const updateShare = endpoint({
  record: "shares",
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
