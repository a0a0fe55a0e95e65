import { join } from "node:path";
import { readDataDir } from "../local/dataDir.ts";
import { startFilesEndpoint } from "../local/filesEndpoint.ts";
import { Problem } from "../terminal.ts";

/** Sends a file to a signed URL. */
export async function upload(url: string, file: Buffer, headers: Record<string, string> = {}) {
  const body = new Uint8Array(file);
  const response = await fetch(url, { method: "PUT", body, headers }).catch((cause: Error) => {
    throw new Problem(`The file can't be uploaded (${cause.message}).`);
  });
  if (!response.ok) throw new Problem(`The upload was answered ${response.status}.`);
}

/** Stores a file of this machine. The endpoint that a command signed for ended with the command. */
export async function uploadHere(url: string, file: Buffer) {
  const endpoint = await startFilesEndpoint(join(readDataDir(), "files"));
  try {
    const own = `${endpoint.url}${new URL(url).pathname}`;
    await upload(own, file, { authorization: "the operator of this machine" });
  } finally {
    await endpoint.close();
  }
}
