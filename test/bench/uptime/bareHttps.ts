import { Resolver } from "node:dns/promises";
import https from "node:https";
import { effortOf, readInput, takeTurns } from "../inChild.ts";
import { type Sites, trustSites } from "./sites.ts";

/** Requests websites with Node's own client, a number at once, and reads the answers: the least that a probe takes. */
const { sites, urls, atOnce } = readInput<{ sites: Sites; urls: string[]; atOnce: number }>();
trustSites(sites.authorities);
const resolver = new Resolver();
resolver.setServers([sites.nameServer]);

/** A request to the first address of a name. */
async function get(url: string) {
  const { hostname: servername, host, port, pathname: path } = new URL(url);
  const [address] = await resolver.resolve4(servername);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  https
    .get({ host: address, port, path, servername, headers: { host }, agent: false }, (response) => {
      response.resume().once("end", resolve);
    })
    .once("error", reject);
  await promise;
}

takeTurns(async () => {
  const rest = urls.values();
  const work = async () => {
    for (const url of rest) await get(url);
  };
  return await effortOf(() => Promise.all(Array.from({ length: atOnce }, work)));
});
