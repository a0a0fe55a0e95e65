import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { signUrl } from "../../shared/files/signUrl.ts";
import { codeOf, writeWhole } from "./dataDir.ts";
import { type LoopbackServer, listenOnLoopback } from "./http/loopback.ts";

/** More than any function takes; S3 itself stores 5 GB. */
const MAX_BYTES = 100_000_000;
/** A bucket and a key, no part of which leads out of the folder. */
const PATH = /^\/([\w-]+)\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/;

type Answer = Awaited<ReturnType<Parameters<typeof listenOnLoopback>[1]>>;

/**
 * The S3 API on loopback, for whole files and uploads in parts: those of a bucket are below its name in `folder`. A signed URL is
 * good for its method, file and time, as on AWS; requests of the SDK are believed.
 */
export async function startFilesEndpoint(
  folder: string,
  {
    maxBytes = MAX_BYTES,
    onError = () => {},
  }: { maxBytes?: number; onError?: (error: unknown) => void } = {},
): Promise<LoopbackServer> {
  return await listenOnLoopback("application/xml", async (request) => {
    try {
      return await answer(request, { folder, maxBytes });
    } catch (error) {
      onError(error);
      return refusal(500, "InternalError", String(error));
    }
  });
}

async function answer(
  request: IncomingMessage,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<Answer> {
  const { method = "", headers } = request;
  const url = new URL(request.url ?? "", `http://${headers.host}`);
  const [, bucket = "", key] = PATH.exec(url.pathname) ?? [];
  if (key === undefined) return refusal(400, "InvalidURI", "The local S3 has no such key");
  if (!headers.authorization && !(await isSigned(url, { method, bucket, key }))) {
    return refusal(403, "AccessDenied", "The URL is not signed for this, or has expired");
  }
  const path = join(folder, bucket, key);
  const upload = url.searchParams.get("uploadId");
  if (method === "POST" && url.searchParams.has("uploads")) return beginUpload();
  if (method === "POST" && upload) return joinParts(path, upload);
  if (method === "PUT") {
    const part = url.searchParams.get("partNumber");
    return await store(request, { path: part ? partOf(path, upload, part) : path, maxBytes });
  }
  if (method === "GET" || method === "HEAD") return read(path, url.searchParams);
  if (method !== "DELETE") return refusal(405, "MethodNotAllowed", `No ${method} here`);
  rmSync(path, { force: true });
  return { status: 204, body: "" };
}

async function isSigned(
  { searchParams, href }: URL,
  { method, bucket, key }: Record<"method" | "bucket" | "key", string>,
) {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(searchParams.get("X-Amz-Date") ?? "") ?? [];
  const from = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const seconds = Number(searchParams.get("X-Amz-Expires"));
  if (!(Date.now() < from.getTime() + seconds * 1000)) return false;
  const [, fileName] =
    /filename="(.*)"/.exec(searchParams.get("response-content-disposition") ?? "") ?? [];
  const signed = await signUrl({
    ...{ method: method as "GET" | "PUT", bucket, key, seconds, from },
    ...(fileName && { fileName }),
  });
  const [given, expected] = [href, signed].map((each) =>
    createHash("sha256").update(each).digest(),
  );
  return timingSafeEqual(given as Buffer, expected as Buffer);
}

async function store(
  request: IncomingMessage,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    // Read to its end, so that the client sees the answer.
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > maxBytes) return refusal(400, "EntityTooLarge", `The limit is ${maxBytes} bytes`);
  const file = Buffer.concat(chunks);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeWhole(path, file);
  return { status: 200, headers: { etag: etagOf(file) }, body: "" };
}

function beginUpload(): Answer {
  const id = `<UploadId>${randomUUID()}</UploadId>`;
  const body = `<InitiateMultipartUploadResult>${id}</InitiateMultipartUploadResult>`;
  return { status: 200, body };
}

function joinParts(path: string, upload: string): Answer {
  const parts: string[] = [];
  while (existsSync(partOf(path, upload, parts.length + 1)))
    parts.push(partOf(path, upload, parts.length + 1));
  writeWhole(path, Buffer.concat(parts.map((part) => readFileSync(part))));
  for (const part of parts) rmSync(part);
  const body = "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>";
  return { status: 200, body };
}

/** Where a part of an upload is until they are joined. */
function partOf(path: string, upload: string | null, part: string | number): string {
  return `${path}.${Number(part)}.${upload?.replaceAll(/[^\w-]/g, "")}`;
}

function read(path: string, parameters: URLSearchParams): Answer {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    return refusal(404, "NoSuchKey", "The specified key does not exist.");
  }
  const disposition = parameters.get("response-content-disposition");
  const headers = {
    "content-type": "application/octet-stream",
    "content-length": String(file.length),
    etag: etagOf(file),
    ...(disposition && { "content-disposition": disposition }),
  };
  return { status: 200, headers, body: file };
}

function etagOf(file: Buffer): string {
  return `"${createHash("md5").update(file).digest("hex")}"`;
}

function refusal(status: number, code: string, message: string): Answer {
  return { status, body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>` };
}
