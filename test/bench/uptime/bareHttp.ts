import http from "node:http";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import { siteUrl } from "./addresses.ts";

/** Requests websites with Node's own client, a number at once, and reads the answers: the least that a probe takes. */
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
