import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { replaceResolver } from "../../../../shared/platform/outbound/resolver.ts";

/** The URLs of so many websites that answer with a status. As long as usual ones, and so are the items that hold them. */
export type SiteUrls = (count: number, status?: 200 | 500) => string[];

/** Serves websites on loopback while `work` runs. */
export async function withSites<Result>(
  work: (urls: SiteUrls) => Promise<Result>,
): Promise<Result> {
  allowLocalAddresses();
  // All of 127.0.0.0/8 is this machine: an address for each website.
  replaceResolver(async (hostname) => {
    const index = Number(/\d+/.exec(hostname));
    return [{ address: `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`, family: 4 }];
  });
  const server = createServer(({ headers }, response) => {
    const status = headers.host?.startsWith("bad") ? 500 : 200;
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
  });
  await once(server.listen({ port: 0, host: "0.0.0.0", backlog: 4096 }), "listening");
  const { port } = server.address() as AddressInfo;
  try {
    return await work((count, status = 200) =>
      Array.from({ length: count }, (_, index) => {
        return `http://${status === 200 ? "up" : "bad"}${index}.test:${port}`;
      }),
    );
  } finally {
    server.close();
    allowLocalAddresses();
  }
}
