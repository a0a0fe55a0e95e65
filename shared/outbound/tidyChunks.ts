import { MAX_HEADER_BYTES } from "./headers.ts";

const LINE_FEED = 10;
const MAX_LINE = 16_384;
/** As Chromium reads it: in hexadecimal, then spaces, or an extension of any kind. */
const SIZE = /^([\da-f]+) *(?:;|$)/i;
const MAX_DIGITS = 12;

/** What the next bytes of a chunked body are; `broken` and `over` are its ends. */
type State = "size" | "data" | "data's end" | "trailer" | "over" | "broken";

/**
 * Rewrites a chunked body as Node's strict parser takes it: Chromium's decoder also takes lines that end with a
 * line feed alone, any extension and any trailer. After the end there is nothing more.
 */
export class TidyChunks {
  state: State = "size";
  #line = "";
  #left = 0;
  #trailerBytes = 0;

  /** The rewritten bytes of a part of the body, as it was received. */
  take(received: Buffer): Buffer {
    const tidy: Buffer[] = [];
    let at = 0;
    while (at < received.length && this.state !== "over" && this.state !== "broken") {
      if (this.state === "data") {
        const data = received.subarray(at, at + this.#left);
        tidy.push(Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from("\r\n"));
        this.#left -= data.length;
        at += data.length;
        if (this.#left === 0) this.state = "data's end";
        continue;
      }
      const end = received.indexOf(LINE_FEED, at);
      this.#line += received.toString("latin1", at, end === -1 ? received.length : end);
      if (this.#line.length > MAX_LINE) this.state = "broken";
      if (end === -1) break;
      at = end + 1;
      this.state = this.#endLine(this.#line.endsWith("\r") ? this.#line.slice(0, -1) : this.#line);
      this.#line = "";
    }
    if (this.state === "over") tidy.push(Buffer.from("0\r\n\r\n"));
    return Buffer.concat(tidy);
  }

  /** The state after a line. */
  #endLine(line: string): State {
    if (this.state === "trailer") return this.#endTrailer(line);
    if (this.state === "data's end") return line === "" ? "size" : "broken";
    const digits = SIZE.exec(line)?.[1]?.replace(/^0+/, "");
    if (digits === undefined || digits.length > MAX_DIGITS) return "broken";
    this.#left = Number.parseInt(digits || "0", 16);
    return this.#left === 0 ? "trailer" : "data";
  }
  #endTrailer(line: string): State {
    this.#trailerBytes += line.length + 1;
    if (this.#trailerBytes > MAX_HEADER_BYTES) return "broken";
    return line === "" ? "over" : "trailer";
  }
}
