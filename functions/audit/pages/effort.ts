/** What may be read of any website, in tags: about 7 MB of honest pages. */
const BASE_TAGS = 300_000;
/** And for each byte that it has sent. Honest pages have up to 0.6, packed to an eighth or better. */
const TAGS_PER_BYTE = 0.7;
/** What is no tag takes time too: so many characters about as much as one. */
const CHARACTERS_PER_TAG = 50;

/**
 * How much somebody's content has been to read, held against what was sent for it: a few kilobytes
 * can be packed megabytes of tags. Counted in tags and not in time, so that the same website is read
 * as far on a busy machine.
 */
export class Effort {
  #tags = 0;
  #receivedBytes = 0;

  /** Takes note of what came over the wire, packed as it was. */
  receive(bytes: number) {
    this.#receivedBytes += bytes;
  }

  /** Takes note of HTML or XML that is read; returns it. */
  spend(text: string): string {
    this.#tags += text.length / CHARACTERS_PER_TAG;
    for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) this.#tags += 1;
    return text;
  }

  /** It is out of proportion: no more of the content is to be read. */
  get isUsedUp(): boolean {
    return this.#tags > BASE_TAGS + TAGS_PER_BYTE * this.#receivedBytes;
  }
}
