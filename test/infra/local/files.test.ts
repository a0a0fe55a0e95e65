import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startFilesEndpoint } from "../../../infra/local/filesEndpoint.ts";
import { deleteFile, openFile, writeFile } from "../../../shared/files/files.ts";
import { signUrl } from "../../../shared/files/signUrl.ts";
import { makeDirectory } from "./support.ts";

const KEY = "exports/one/file";
const put = async (url: string, body = "text") => await fetch(url, { method: "PUT", body });

beforeAll(() => {
  process.env["FILES_BUCKET"] = "Files0C8E2F11";
});

describe("the local S3", () => {
  it("takes a file by a signed URL, gives it by another one and to the SDK, and deletes it", async () => {
    expect(await openFile(KEY)).toBeUndefined();
    const url = await signUrl({ method: "PUT", key: KEY, seconds: 60 });
    expect((await put(url, "größer")).status).toBe(200);
    const file = await openFile(KEY);
    expect(file).toMatchObject({ bytes: 8, version: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
    expect(Buffer.from((await file?.read()) ?? []).toString()).toBe("größer");
    await writeFile(KEY, "by the SDK", "text/csv");
    const download = await fetch(
      await signUrl({ method: "GET", key: KEY, seconds: 60, fileName: "people.csv" }),
    );
    expect(await download.text()).toBe("by the SDK");
    expect(download.headers.get("content-disposition")).toBe('attachment; filename="people.csv"');
    await deleteFile(KEY);
    expect(await openFile(KEY)).toBeUndefined();
  });

  it.each([
    ["without a signature", (url: string) => url.replace(/\?.*/, "")],
    ["for another file", (url: string) => url.replace("one", "two")],
    ["for longer than was signed", (url: string) => url.replace("Expires=60", "Expires=61")],
    [
      "with another signature",
      (url: string) => url.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    ],
  ])("refuses a URL %s", async (_, change) => {
    const url = await signUrl({ method: "PUT", key: KEY, seconds: 60 });
    expect((await put(change(url))).status).toBe(403);
  });

  it("refuses a URL for another method, or after its time", async () => {
    const url = await signUrl({ method: "PUT", key: KEY, seconds: 60 });
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(403);
    const from = new Date(Date.now() - 61_000);
    const earlier = await signUrl({ method: "PUT", key: KEY, seconds: 60, from });
    expect((await put(earlier)).status).toBe(403);
  });

  it.each(["../out", "a/../../out", "a//b", ".hidden"])("refuses the key %s", async (key) => {
    const { url, close } = await startFilesEndpoint("/nowhere");
    onTestFinished(close);
    const path = `${url}/Files0C8E2F11/${key.replaceAll("..", "%2e%2e")}`;
    expect((await put(path)).status).toBeGreaterThanOrEqual(400);
  });

  it("stores a file up to its limit", async () => {
    const folder = makeDirectory();
    const { url, close } = await startFilesEndpoint(folder, { maxBytes: 10 });
    onTestFinished(close);
    const putAsSdk = async (body: string) => {
      const headers = { authorization: "AWS4-HMAC-SHA256 by the SDK" };
      return (await fetch(`${url}/bucket/${KEY}`, { method: "PUT", body, headers })).status;
    };
    expect(await putAsSdk("x".repeat(11))).toBe(400);
    expect(readdirSync(folder)).toEqual([]);
    expect(await putAsSdk("x".repeat(10))).toBe(200);
  });
});
