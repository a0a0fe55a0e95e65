import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { askNameServers, replaceResolver } from "../../../../shared/platform/outbound/resolver.ts";
import { startChild } from "../children.ts";

/** Websites by HTTPS that answer, and that answer 500. */
export const KINDS = ["up", "bad"] as const;
type Kind = (typeof KINDS)[number];

/** Where the websites are: those with an even number have RSA certificates, the others ECDSA. */
export interface Sites {
  ports: number[];
  /** The roots of their certificates' chains, as PEM texts. */
  authorities: string[];
  nameServer: string;
}

/** Short: with its port, a website's URL is as long as a usual one, and so are the items that hold it. */
export const hostOf = (label: string) => `${label}.s.test`;

export const siteName = (kind: Kind, index: number) => hostOf(`${kind[0]}${index}`);

/** All of 127.0.0.0/8 is this machine: an address for each website. */
export const addressOf = (index: number) => `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;

export function siteUrl({ ports }: Sites, index: number, kind: Kind = "up"): string {
  return `https://${siteName(kind, index)}:${ports[index % 2]}`;
}

export function siteUrls(sites: Sites, count: number, kind?: Kind): string[] {
  return Array.from({ length: count }, (_, index) => siteUrl(sites, index, kind));
}

/** Serves so many websites in a process of their own. */
export async function withSites<Result>(
  count: number,
  work: (sites: Sites) => Promise<Result>,
): Promise<Result> {
  const child = await startChild<Sites>(new URL("serveSites.ts", import.meta.url), { count });
  try {
    return await work(child.message);
  } finally {
    child.stop();
  }
}

/** Lets probes of this process find the websites, and trust them. To be called before its first request by HTTPS. */
export function reachSites({ authorities, nameServer }: Sites) {
  allowLocalAddresses();
  setDefaultCACertificates([...getCACertificates("default"), ...authorities]);
  replaceResolver((hostname, signal) => askNameServers(hostname, signal, [nameServer]));
}
