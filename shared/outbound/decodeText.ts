/** How far HTML and XML are searched for a declared charset (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1_024;

/**
 * Decodes a body by its byte order mark, else the charset of its content type, of a `<meta>` or of
 * the XML declaration, else as UTF-8. Never throws; invalid bytes become U+FFFD.
 */
export function decodeText({
  body,
  headers,
}: {
  body: Buffer;
  headers: Record<string, string>;
}): string {
  const charset =
    byteOrderMark(body) ?? charsetOf(headers["content-type"] ?? "") ?? declaredCharset(body);
  return findDecoder(charset ?? "utf-8").decode(body);
}

function byteOrderMark(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return undefined;
}

function charsetOf(text: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1];
}

/** A document whose declaration can be read as ASCII is not UTF-16, whatever it declares. */
function declaredCharset(body: Buffer): string | undefined {
  const start = body.subarray(0, PRESCAN_BYTES).toString("latin1");
  const metas = start.match(/<meta\b[^<>]*>/gi) ?? [];
  const xml = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1];
  const charset = metas.map(charsetOf).find(Boolean) ?? xml;
  return charset?.toLowerCase().startsWith("utf-16") ? "utf-8" : charset;
}

function findDecoder(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
