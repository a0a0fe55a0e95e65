const FIRST_BYTES = 16_384;

/**
 * Puts chunks together, up to a limit. They are copied into one buffer that grows, because a list
 * of them would cost a hundred times their size where a server sends single bytes.
 */
export class Collector {
  readonly #maxBytes: number;
  #buffer: Buffer;
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#buffer = Buffer.alloc(Math.min(FIRST_BYTES, maxBytes));
  }

  /** Takes what fits of a chunk; false when that was not all of it. */
  add(chunk: Buffer): boolean {
    const length = Math.min(this.#length + chunk.length, this.#maxBytes);
    if (length > this.#buffer.length) this.#grow(length);
    const fits = length - this.#length;
    chunk.copy(this.#buffer, this.#length, 0, fits);
    this.#length = length;
    return fits === chunk.length;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(length: number) {
    const larger = Buffer.alloc(
      Math.min(Math.max(length, 2 * this.#buffer.length), this.#maxBytes),
    );
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
