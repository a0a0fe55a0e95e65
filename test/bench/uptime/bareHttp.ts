import http from "node:http";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import { siteUrl } from "./addresses.ts";

/** Gets websites by Node's own client, so many at once, and reads what they answer: the least that a probe takes. */
const { count, port, atOnce } = readInput<{ count: number; port: number; atOnce: number }>();

const rest = Array.from({ length: count }, (_, index) => siteUrl(index, port)).values();
const get = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const request = http.get(url, { agent: false }, (response) => {
      response.resume().once("end", resolve);
    });
    request.once("error", reject);
  });
const work = async () => {
  for (const url of rest) await get(url);
};
tellParent(await effortOf(() => Promise.all(Array.from({ length: atOnce }, work))));
