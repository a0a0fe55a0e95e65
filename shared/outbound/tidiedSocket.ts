import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { OutboundError } from "./failure.ts";
import { MAX_HEADER_BYTES, MAX_INFORMATIONAL } from "./headers.ts";
import { TidyChunks } from "./tidyChunks.ts";
import { isStatusLine, tidyHead } from "./tidyHead.ts";

const LINE_FEED = 10;

/**
 * A connection for one request. Head and chunks of the answer are rewritten as browsers read them, so that
 * Node's strict parser takes them, and answers 1xx are left out. An answer that browsers refuse too fails
 * with `refusal`.
 */
export class TidiedSocket extends Duplex {
  readonly #socket: Socket;
  readonly #refusal: OutboundError;
  #line = "";
  #lines: string[] = [];
  #headBytes = 0;
  #informational = 0;
  #isHeadRead = false;
  #chunks: TidyChunks | undefined;

  constructor(socket: Socket, refusal: OutboundError) {
    super();
    this.#socket = socket;
    this.#refusal = refusal;
    socket
      .on("data", (chunk: Buffer) => this.#take(chunk))
      .on("end", () => this.#end())
      .on("error", (error) => this.destroy(error))
      .on("close", () => this.destroy());
  }

  /** As of a socket: how much was received. */
  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  /** As of a socket. */
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  #take(chunk: Buffer) {
    let at = 0;
    while (!this.#isHeadRead) {
      const end = chunk.indexOf(LINE_FEED, at);
      const part = chunk.toString("latin1", at, end === -1 ? chunk.length : end);
      this.#line += part;
      this.#headBytes += part.length + 1;
      if (this.#headBytes > MAX_HEADER_BYTES) return this.#refuse();
      if (end === -1) return;
      at = end + 1;
      if (!this.#endLine()) return this.#refuse();
    }
    if (at < chunk.length) this.#takeBody(chunk.subarray(at));
  }

  #takeBody(part: Buffer) {
    const hasRoom = this.push(this.#chunks ? this.#chunks.take(part) : part);
    if (!hasRoom) this.#socket.pause();
    if (this.#chunks?.state === "broken") this.#refuse();
    else if (this.#chunks?.state === "over") this.#end();
  }

  #end() {
    if (!this.#isHeadRead) return this.#refuse();
    this.#socket.removeAllListeners("data").resume();
    this.push(null);
  }

  /** Takes a whole line; false if there can't be an answer any more. */
  #endLine(): boolean {
    const line = this.#line.endsWith("\r") ? this.#line.slice(0, -1) : this.#line;
    this.#line = "";
    if (line !== "") {
      this.#lines.push(line);
      return this.#lines.length > 1 || isStatusLine(line);
    }
    // Blank lines may precede an answer.
    return this.#lines.length === 0 || this.#endHead();
  }

  #endHead(): boolean {
    const head = tidyHead(this.#lines);
    this.#lines = [];
    if (!head || head.status === 101) return false;
    if (head.status < 200) {
      this.#informational += 1;
      return this.#informational <= MAX_INFORMATIONAL;
    }
    this.#isHeadRead = true;
    this.#chunks = head.isChunked ? new TidyChunks() : undefined;
    this.push(head.text, "latin1");
    return true;
  }

  #refuse() {
    this.#isHeadRead = true;
    this.destroy(this.#refusal);
  }

  override _read() {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _: string, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, done);
  }

  override _final(done: () => void) {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#socket.destroy();
    done(error);
  }
}
