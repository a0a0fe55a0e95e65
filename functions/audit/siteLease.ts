import { createHash } from "node:crypto";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { SiteLease } from "../../shared/entities/siteLease.ts";
import { siteUrl } from "../../shared/fields/siteUrl.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";

type Audited = Pick<CheckRecord<"audit">, "uuid" | "hostname">;

/**
 * Takes a website's host, with or without `www.`, for one audit at a time, whoever's websites are on
 * it. False while another one has it; times are milliseconds since 1970.
 */
export async function takeSite(
  { uuid: website_uuid, hostname }: Audited,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const expires_epoch = Math.ceil(until / 1000);
  const taken = await writeIfTrue(() =>
    SiteLease.upsert({ host: hostDigest(hostname), website_uuid, until, expires_epoch })
      .where((lease, { notExists, lt }) => `${notExists(lease.until)} OR ${lt(lease.until, now)}`)
      .go(),
  );
  return taken !== undefined;
}

/** Gives back a host that was taken, unless another audit has it by now. */
export async function releaseSite({ uuid, hostname }: Audited) {
  await writeIfTrue(() =>
    SiteLease.remove({ host: hostDigest(hostname) })
      .where(({ website_uuid }, { eq }) => eq(website_uuid, uuid))
      .go(),
  );
}

/** A port of the web, where it is not that of the scheme: the host is the same. */
const WEB_PORTS = ["80", "443"];

/** Keys hold no text of clients: a digest of the host and port. */
function hostDigest(hostname: string): string {
  const { hostname: name = hostname, port = "" } = siteUrl(hostname) ?? {};
  const host = name.replace(/^www\./, "").replace(/\.$/, "");
  const place = port === "" || WEB_PORTS.includes(port) ? host : `${host}:${port}`;
  return createHash("sha256").update(place).digest("hex");
}
