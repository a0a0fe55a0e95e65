import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo, connect, createServer as createRelay, type Server } from "node:net";
import { makeCertificate } from "../../../support/certificate.ts";
import { readInput, tellParent } from "../inChild.ts";
import { answerAt } from "./businessSite.ts";

/** Serves a number of small businesses' websites by HTTPS; prints their addresses and the authority to trust. */
const { websites } = readInput<{ websites: number }>();
const certificate = makeCertificate({ commonName: "bench", authority: true });
const urls: string[] = [];
/** What the websites' visitors have sent, as TCP carries it. */
let receivedBytes = 0;
for (let index = 0; index < websites; index += 1) {
  const site = createServer(
    { key: certificate.key, cert: certificate.chain },
    ({ url = "/" }, response) => {
      const found = answerAt(url);
      response.writeHead(found ? 200 : 404, { "content-type": found?.type ?? "text/html" });
      response.end(found?.body ?? "<h1>Not found</h1>");
    },
  );
  const port = await portOf(site);
  const relay = createRelay((visitor) => {
    const website = connect(port, "127.0.0.1");
    visitor.on("data", ({ length }) => {
      receivedBytes += length;
    });
    for (const [one, other] of [
      [visitor, website],
      [website, visitor],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy());
    }
  });
  urls.push(`https://127.0.0.1:${await portOf(relay)}`);
}
tellParent({ urls, certificate: certificate.cert });
process.on("message", () => tellParent(receivedBytes));

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}
