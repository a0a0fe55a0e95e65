import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";

const MOST_KEYS = 1000;

/**
 * The bucket of lost records, which this file's tests find by the protocol of S3: the text of each object by
 * its key.
 */
export function serveLostRecords(): Map<string, string> {
  const bucket = new Map<string, string>();
  const s3 = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://s3");
    const key = decodeURIComponent(pathname.replace(/^\/lost\/?/, ""));
    if (request.method === "DELETE") {
      bucket.delete(key);
      return response.writeHead(204).end();
    }
    if (request.method === "PUT") {
      bucket.set(key, await text(request));
      return response.end();
    }
    if (key && !bucket.has(key)) {
      response.writeHead(404, { "content-type": "application/xml" });
      return response.end("<Error><Code>NoSuchKey</Code></Error>");
    }
    if (key) return response.end(bucket.get(key));
    // S3 lists keys in the order of their bytes, 1,000 at most.
    const keys = [...bucket.keys()].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    const contents = keys
      .slice(0, MOST_KEYS)
      .map(
        (each) =>
          `<Contents><Key>${each}</Key><LastModified>2026-11-22T08:00:00.000Z</LastModified></Contents>`,
      );
    response.writeHead(200, { "content-type": "application/xml" });
    const isTruncated = `<IsTruncated>${keys.length > MOST_KEYS}</IsTruncated>`;
    return response.end(`<ListBucketResult>${isTruncated}${contents.join("")}</ListBucketResult>`);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => s3.listen(0, "127.0.0.1", resolve));
    process.env["AWS_ENDPOINT_URL_S3"] = `http://127.0.0.1:${(s3.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    s3.closeAllConnections();
    s3.close();
    delete process.env["AWS_ENDPOINT_URL_S3"];
    delete process.env["LOST_RECORDS_BUCKET"];
  });
  beforeEach(() => {
    process.env["LOST_RECORDS_BUCKET"] = "lost";
    bucket.clear();
  });
  return bucket;
}

/** The object that Lambda writes when it gives up a call. */
export function givenUp(...Records: unknown[]): string {
  return JSON.stringify({ version: "1.0", payload: JSON.stringify({ Records }) });
}
