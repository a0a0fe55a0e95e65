import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "../../support/certificate.ts";
import { readInput, tellParent } from "../inChild.ts";
import { answerAt } from "./businessSite.ts";

/** Serves a number of small businesses' websites by HTTPS; prints their addresses and the authority to trust. */
const { websites } = readInput<{ websites: number }>();
const certificate = makeCertificate({ commonName: "bench", authority: true });
const urls: string[] = [];
for (let index = 0; index < websites; index += 1) {
  const site = createServer(
    { key: certificate.key, cert: certificate.chain },
    ({ url = "/" }, response) => {
      const found = answerAt(url);
      response.writeHead(found ? 200 : 404, { "content-type": found?.type ?? "text/html" });
      response.end(found?.body ?? "<h1>Not found</h1>");
    },
  );
  await once(site.listen(0, "127.0.0.1"), "listening");
  urls.push(`https://127.0.0.1:${(site.address() as AddressInfo).port}`);
}
tellParent({ urls, certificate: certificate.cert });
