/** How far HTML and XML are searched for a declared charset. Browsers go on beyond the 1,024 bytes of their first look. */
const SEARCHED_BYTES = 65_536;

interface Text {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Decodes a body as browsers do (HTML standard, 13.2.3). The first of these that names an existing charset decides:
 * the byte order mark, the content type, a `<meta>`, the XML declaration. Otherwise the body is UTF-8 if it is valid,
 * and windows-1252 if not. Never throws; invalid bytes become U+FFFD.
 */
export function decodeText({ body, headers }: Text): string {
  const type = headers["content-type"] ?? "";
  const isXml = /^[^;,]*xml/i.test(type);
  const declared = [charsetOf(type), ...declaredCharsets(body, isXml)];
  for (const charset of [byteOrderMark(body), ...declared]) {
    const decoder = charset && findDecoder(charset);
    if (decoder) return decoder.decode(body);
  }
  const text = new TextDecoder().decode(body);
  const isLatin = text.includes("\u{fffd}") && !isUtf8(body);
  return isLatin ? new TextDecoder("windows-1252").decode(body) : text;
}

/** Whether bytes are valid UTF-8, apart from a last character that is cut off. */
function isUtf8(body: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
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

/**
 * The charsets that a document declares; in XML, only its declaration counts. A declaration that is readable as ASCII
 * can't mean UTF-16.
 */
function declaredCharsets(body: Buffer, isXml: boolean): string[] {
  const start = body.subarray(0, SEARCHED_BYTES).toString("latin1");
  const xml = /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1];
  const charsets = [...(isXml ? [] : metaCharsets(start)), ...(xml ? [xml] : [])];
  return charsets.map((charset) => (/^utf-16/i.test(charset) ? "utf-8" : charset));
}

/** Places where markup is no element: comments, scripts and styles. */
const WITHOUT_ELEMENTS = /<!--.*?(?:-->|$)|<(script|style|title|textarea)\b.*?(?:<\/\1|$)/gis;
const META = /<meta[\s/][^>]*/gi;
/** A text for people may mention a charset. */
const CONTENT = /\bcontent\s{0,9}=\s{0,9}(?:"[^"]*"|'[^']*')/gi;

/** The charsets of `<meta charset>` and `<meta http-equiv=content-type>`. */
function metaCharsets(html: string): string[] {
  const metas = html.replace(WITHOUT_ELEMENTS, "").match(META) ?? [];
  return metas.flatMap((meta) => {
    const isType = /http-equiv\s{0,9}=\s{0,9}["']?\s{0,9}content-type/i.test(meta);
    return charsetOf(isType ? meta : meta.replace(CONTENT, "")) ?? [];
  });
}

/** Undefined for a charset that does not exist. */
function findDecoder(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
