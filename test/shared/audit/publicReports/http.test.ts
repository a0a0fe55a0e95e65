import type { IncomingMessage } from "node:http";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { readBody } from "../../../../shared/platform/outbound/body.ts";
import { probeWebsite } from "../../../../shared/uptime/probeWebsite.ts";
import { serve } from "../../../support/site.ts";
import { judge, judgeUrl, page } from "./judge.ts";

const html = { "content-type": "text/html; charset=utf-8" };

/** Serves answers by path, as they are written, until the test is over. */
async function serveRaw(answers: (host: string) => Record<string, Buffer>) {
  const requests: string[] = [];
  let routes: Record<string, Buffer> = {};
  const server = createServer((socket) => {
    socket
      .on("error", () => {})
      .on("data", (data) => {
        const path = data.toString("latin1").split(" ")[1] ?? "";
        requests.push(path);
        socket.end(routes[path] ?? "HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n");
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  routes = answers(host);
  return { url: `http://${host}`, requests };
}

describe("a server that negotiates gets the headers of a browser", () => {
  it.each(["accept 404", "accept 406", "language 500"])("%s", async (mode) => {
    const [header = "", status] = mode.split(" ");
    const site = await serve(({ url, headers }, response) => {
      if (url === "/robots.txt") return response.writeHead(404).end();
      const { accept = "", "accept-language": language } = headers;
      const isServed = header === "accept" ? accept.includes("text/html") : language !== undefined;
      response.writeHead(isServed ? 200 : Number(status), html);
      return response.end(isServed ? page("Rooms", "<h1>Rooms</h1>") : "No.");
    });
    expect(await probeWebsite(site.url)).toMatchObject({ verdict: "up", outcome: "up" });
    const verdict = await judgeUrl(site.url);
    expect(verdict.data("website_unreadable")).toBeUndefined();
    const linking = await judge({
      "/": page("Links", `<h1>Links</h1><a href="${site.url}/">a</a>`),
    });
    expect(linking.findings("broken_link")).toEqual([]);
  });
});

test("cookies are kept from one request of a crawl to the next", async () => {
  const pages: Record<string, string> = {
    "/": page("Start", `<h1>Start</h1><a href="/in">in</a>`),
    "/in": page("Inside", `<h1>Inside</h1><a href="/gone">gone</a>`),
  };
  const verdict = await judge(({ url = "/", headers }, response) => {
    if (!pages[url]) return response.writeHead(404).end();
    if (headers.cookie?.includes("seen=1")) return response.writeHead(200, html).end(pages[url]);
    return response.writeHead(302, { location: url, "set-cookie": "seen=1; Path=/" }).end();
  });
  expect(verdict.data("website_unreadable")).toBeUndefined();
  expect(verdict.findings("broken_link")).toEqual(["broken_link /gone"]);
});

describe("a page that leads on at once", () => {
  const home = page("Home", `<h1>Home</h1><a href="/gone">gone</a>`);
  const about = "missing_title,missing_h1,no_viewport,missing_description".split(",");

  it("by the header Refresh is not judged itself", async () => {
    const verdict = await judge({
      "/": { headers: { refresh: "0; url=/home" }, body: "<!DOCTYPE html><title></title>" },
      "/home": home,
    });
    expect(verdict.findings("broken_link")).toEqual(["broken_link /gone"]);
    expect(verdict.findings(...about).filter((finding) => finding.endsWith(" /"))).toEqual([]);
  });

  it.each([`0; URL="/home"`, "0;url='home'", "0, home?", " .5 ; url = ./home"])(
    "by the header Refresh: %s",
    async (refresh) => {
      const verdict = await judge({ "/": { headers: { refresh } }, "/home": home });
      expect(verdict.findings("broken_link")).toEqual(["broken_link /gone"]);
    },
  );
});

test("the bytes of a Location are kept, whatever their encoding", async () => {
  const answer = (head: string, body = "", encoding: BufferEncoding = "utf8") =>
    Buffer.from(`HTTP/1.1 ${head}\r\nconnection: close\r\n\r\n${body}`, encoding);
  const ok = "200 OK\r\ncontent-type: text/html; charset=utf-8";
  const site = await serveRaw(() => ({
    "/": answer(ok, page("Start", `<h1>Start</h1><a href="/to">a</a> <a href="/to-utf8">b</a>`)),
    "/to": answer("302 Found\r\nlocation: /caf\u00e9", "", "latin1"),
    "/to-utf8": answer("302 Found\r\nlocation: /caf\u00e9-utf8"),
    "/caf%E9": answer(ok, page("Coffee", "<h1>Coffee</h1>")),
    "/caf%C3%A9-utf8": answer(ok, page("Tea", "<h1>Tea</h1>")),
  }));
  const verdict = await judgeUrl(site.url);
  expect(verdict.data("broken_links")).toMatchObject({ links_broken_count: 0 });
  expect(site.requests).toContain("/caf%E9");
});

test("a page is read in the encoding that it declares", async () => {
  const head = '<meta charset="iso-8859-1"><title>Menu</title>';
  const body = Buffer.from(`<html><head>${head}</head><h1>Menu</h1><h3>Caf\u00e9</h3>`, "latin1");
  const verdict = await judge({ "/": { headers: { "content-type": "text/html" }, body } });
  const [skipped] = verdict.all.filter(({ code }) => code === "skipped_level");
  expect(skipped?.detail.text).toBe("Caf\u00e9");
});

test("compressed data that arrives in parts is read, however small the first", async () => {
  const packed = gzipSync("A page.");
  packed[3] = 8;
  const named = Buffer.concat([
    packed.subarray(0, 10),
    Buffer.from("page.html\0"),
    packed.subarray(10),
  ]);
  const chunks = [named.subarray(0, 1), named.subarray(1, 14), named.subarray(14)];
  const message = Object.assign(Readable.from(chunks), { headers: {}, complete: false });
  const response = message as unknown as IncomingMessage;
  const { body, error } = await readBody(response, "gzip", { maxBytes: 1000, isLenient: true });
  expect({ body: body.toString(), error }).toEqual({ body: "A page." });
});

test("84 kB of headers are read, 300 kB are not needed", async () => {
  const policy = (kilobytes: number) => ({
    "content-security-policy": `default-src ${"https://static.example.com ".repeat(kilobytes * 40)}`,
  });
  const body = page("Start", "<h1>Start</h1>");
  const site = await serve({ "/": { headers: policy(84), body } });
  expect(await probeWebsite(site.url)).toMatchObject({ verdict: "up", outcome: "up" });
  expect((await judgeUrl(site.url)).data("website_summary")).toBeDefined();
  const huge = await serve({ "/": { headers: policy(300), body } });
  expect(await probeWebsite(huge.url)).toMatchObject({ verdict: "up" });
});

describe("walls against robots", () => {
  const modSecurity = `<title>Not Acceptable!</title><p>This error was generated by Mod_Security.</p>`;
  const wordfence = `<title>Your access to this site has been limited by the site owner</title><p>Generated by Wordfence</p>`;

  it.each([
    ["ModSecurity", 406, modSecurity],
    ["Wordfence", 503, wordfence],
  ])(
    "of %s keep a website up, and its audit says why it can't be read",
    async (_, status, body) => {
      const site = await serve((_request, response) => response.writeHead(status, html).end(body));
      expect(await probeWebsite(site.url)).toMatchObject({
        verdict: "up",
        outcome: `up (${status})`,
      });
      const verdict = await judgeUrl(site.url);
      expect(verdict.data("website_unreadable")).toMatchObject({ reason: "bot_wall" });
    },
  );

  it.each([406, 503])("are not seen in a plain %i", async (status) => {
    const site = await serve((_request, response) => response.writeHead(status, html).end("Sorry"));
    expect(await probeWebsite(site.url)).toMatchObject({
      verdict: "down",
      outcome: `http ${status}`,
    });
  });
});
