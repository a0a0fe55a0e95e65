import { randomBytes } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { judge, page } from "./judge.ts";

const html = (body: string, headers = {}) => ({ headers, body });
const text = (body: string) => ({ headers: { "content-type": "text/plain" }, body });

test("the shell of an application that every path answers with is no soft 404 and no duplicate", async () => {
  const head = `<meta name="viewport" content="width=device-width"><meta name="description" content="Bread from Leeds"><link rel="icon" href="data:,">`;
  const shell = (body: string) =>
    page("Mill Lane Bakery", `<div id="root">${body}</div><script src="/app.js"></script>`, head);
  const home = shell(
    `<h1>Mill Lane Bakery</h1><p>We bake bread for the whole town every morning.</p>
     <a href="/about">About</a> <a href="/contact">Contact</a>`,
  );
  const verdict = await judge(({ url }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    const isScript = url === "/app.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
    return response.end(isScript ? "" : url === "/" ? home : shell(""));
  });
  expect(verdict.data("broken_links")).toMatchObject({ links_broken_count: 0 });
  expect(verdict.findings("broken_link", "duplicate_title", "duplicate_description")).toEqual([]);
});

test.each([
  ["an icon that is called a page", Buffer.from("00000100010010100000", "hex"), []],
  ["a page in the place of an icon", "<!doctype html><title>Home</title>", ["broken_file /i.ico"]],
])("%s is judged by its content", async (_, icon, findings) => {
  const verdict = await judge({
    "/": page("Start", "<h1>Start</h1>", '<link rel="icon" href="/i.ico">'),
    "/i.ico": html(icon as string, { "content-type": "text/html" }),
  });
  expect(verdict.findings("broken_file")).toEqual(findings);
});

test("white space that only JavaScript trims is part of an address", async () => {
  const spaces = ["\u00a0/menu", "/menu\u00a0", "/menu\u3000", "\ufeff/menu", "\u2003/menu"];
  const links = spaces.map((href) => `<a href="${href}">link</a>`).join(" ");
  const verdict = await judge({
    "/": page("Start", `<h1>Start</h1><p>${links} <a href=" /menu&#9;">right</a></p>`),
    "/menu": page("Menu", "<h1>Menu</h1>"),
  });
  expect(verdict.findings("broken_link")).toEqual(
    ["/%C2%A0/menu", "/%E2%80%83/menu", "/%EF%BB%BF/menu", "/menu%C2%A0", "/menu%E3%80%80"].map(
      (path) => `broken_link ${path}`,
    ),
  );
});

test("empty elements of XHTML end where they begin, and those of HTML do not", async () => {
  const body = (gone: string) =>
    `<h1>Start</h1><p><a href="/${gone}-1">one</a></p><div class="clear"/><script src="/a.js"/>
     <p><a href="/${gone}-2">two</a></p><iframe src="/frame"/><p><a href="/${gone}-3">three</a></p>
     <textarea rows="2"/><h2>Second</h2><p><a href="/${gone}-4">four</a></p>`;
  const site = (type: string, gone: string) => ({
    "/": html(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>Start</title>
       <meta name="viewport" content="width=device-width"/><script src="/a.js"/></head><body>${body(gone)}</body></html>`,
      { "content-type": type },
    ),
    "/a.js": { headers: { "content-type": "text/javascript" } },
    "/frame": page("Frame", "<h1>Frame</h1>"),
  });
  const xml = await judge(site("application/xhtml+xml; charset=utf-8", "gone"));
  expect(xml.findings("broken_link")).toEqual(
    ["/gone-1", "/gone-2", "/gone-3", "/gone-4"].map((path) => `broken_link ${path}`),
  );
  expect(xml.data("headings")).toMatchObject({ pages_checked_count: 1 });
  expect(xml.data("website_summary")).toMatchObject({ bad_headings_count: 0 });
  // In HTML the script of the head has no end, so that browsers show an empty page.
  const markup = await judge(site("text/html; charset=utf-8", "gone"));
  expect(markup.findings("broken_link")).toEqual([]);
});

test("an image, a style sheet or a script that is answered with a page is broken, one without a type of its own is not", async () => {
  const missing = page("Nothing found", "<h1>Nothing</h1><p>There is nothing at this address.</p>");
  const start = page(
    "Start",
    `<h1>Start</h1><img src="/gone.png" alt="gone"><img src="/ok.svg" alt="ok"><script src="/gone.js"></script>
     <img src="/photo.php" alt="photo"><img src="/words.php" alt="words"><script src="/code.php"></script>`,
    `<link rel="stylesheet" href="/gone.css">`,
  );
  const verdict = await judge(({ url }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    const isImage = url === "/ok.svg";
    const bodies: Record<string, string | Buffer> = {
      ...{ "/": start, "/ok.svg": "<svg/>", "/code.php": "go(1 < 2)", "/words.php": "No file." },
      "/photo.php": Buffer.from("ffd8ffe000104a464946", "hex"),
    };
    response.writeHead(200, { "content-type": isImage ? "image/svg+xml" : "text/html" });
    return response.end(bodies[url ?? ""] ?? missing);
  });
  expect(verdict.findings("broken_image", "broken_file", "broken_link")).toEqual([
    "broken_file /gone.css",
    "broken_file /gone.js",
    "broken_image /gone.png",
    "broken_image /words.php",
  ]);
});

test("the files of media, plug-ins, buttons and drawings are checked, and links in drawings", async () => {
  const verdict = await judge({
    "/": page(
      "Start",
      `<h1>Start</h1><video src="/video.mp4" poster="/poster.jpg"><track src="/track.vtt" kind="captions"></video>
       <audio src="/audio.mp3"></audio><audio><source src="/source.mp3"></audio><embed src="/embed.svg">
       <object data="/object.pdf"></object><input type="image" src="/input.png" alt="Go">
       <input type="text" src="/no-image.png">
       <svg><image href="/svg.png"/><a xlink:href="/svg-link"><text>more</text></a></svg>`,
    ),
  });
  expect(verdict.data("broken_links")).toMatchObject({ links_broken_count: 10 });
  expect(verdict.findings("broken_image", "broken_file", "broken_link")).toEqual([
    ...["audio.mp3", "embed.svg", "object.pdf", "source.mp3", "track.vtt", "video.mp4"].map(
      (name) => `broken_file /${name}`,
    ),
    ...["input.png", "poster.jpg", "svg.png"].map((name) => `broken_image /${name}`),
    "broken_link /svg-link",
  ]);
});

test("robots.txt may name $ and * themselves (RFC 9309, 2.2.3)", async () => {
  const verdict = await judge({
    "/robots.txt": text("User-agent: *\nDisallow: /price-%24\nDisallow: /file-%2A.html\n"),
    "/": page(
      "Start",
      `<h1>Start</h1><a href="/price-$">a</a> <a href="/file-*.html">b</a> <a href="/price-list">c</a>`,
    ),
    "/price-list": page("List", "<h1>List</h1>"),
  });
  const requests = verdict.requests.filter((request) => /price|file/.test(request));
  expect(new Set(requests.map((request) => request.split(" ")[1]))).toEqual(
    new Set(["/price-list"]),
  );
});

describe("session ids that differ in each answer make no further pages", () => {
  const texts: Record<string, string> = {
    "/": "Welcome to the mill by the river.",
    "/flour": "Our flour is ground each morning.",
    "/visit": "Come to see us on any Sunday.",
  };
  const body = (path: string, tail: () => string) => {
    const links = Object.keys(texts).map((to) => `<a href="${to}${tail()}">${to}</a>`);
    return page(`Page ${path}`, `<h1>Page ${path}</h1><p>${texts[path]}</p>${links.join(" ")}`);
  };

  it.each(["path", "hash"])("in the %s", async (kind) => {
    const verdict = await judge(({ url = "/" }, response) => {
      const [, session, path = ""] = /^(\/\(S\(\w+\)\))?(\/[^?]*)/.exec(url) ?? [];
      if (!texts[path]) return response.writeHead(404).end();
      if (kind === "path" && !session) {
        const id = randomBytes(12).toString("hex");
        return response.writeHead(302, { location: `/(S(${id}))${path}` }).end();
      }
      const tail = () => (kind === "hash" ? `?s=${randomBytes(16).toString("hex")}` : "");
      return response.writeHead(200, { "content-type": "text/html" }).end(body(path, tail));
    });
    expect(verdict.data("headings")).toMatchObject({ pages_checked_count: 3 });
    expect(verdict.findings("duplicate_title")).toEqual([]);
    expect(verdict.requests.length).toBeLessThan(30);
  });
});

test("mail and telephone links that nobody can use are broken, unusual ones that work are not", async () => {
  const bad = [
    ...["mailto:mailto:ann@example.com", "mailto://ann@example.com", "mailto:ann@example..com"],
    ...["mailto:ann@-example.com", "tel:tel:+442079460000", "tel:[phone]", "mailto:,"],
  ];
  const good = [
    ...["mailto:ann@example.com,bob@example.com?subject=Hi", "mailto:j%C3%B6rg@ex%C3%A4mple.com"],
    ...["tel:+44%20(0)20%207946%200000", "tel:1-800-FLOWERS", "tel:112", "tel:*100%23"],
    ...["mailto:ann@[192.0.2.1]", "mailto:ann@[IPv6:2001:db8::1]", "mailto:ann@example.com,"],
    ...["mailto:Ann%20Lee%20%3Cann@example.com%3E", "mailto:{{ mail }}", "tel:{{ phone }}"],
    `mailto:${Array.from({ length: 30 }, (_, at) => `ann${at}@example.com`).join()}`,
    ...["mailto:?subject=Look", "tel:+49-30-123456;ext=12", "mailto:o'neil+x@example.co.uk"],
  ];
  const links = [...bad, ...good].map((href) => `<a href="${href}">here</a>`).join(" ");
  const verdict = await judge({ "/": page("Contact", `<h1>Contact</h1>${links}`) });
  expect(verdict.all.filter(({ code }) => /broken_(mail|phone)_link/.test(code))).toHaveLength(7);
  expect(verdict.findings("broken_mail_link")).toHaveLength(5);
});

describe("a soft 404 whose text differs each time", () => {
  const gone = (vary: string) =>
    page(
      "Page not found",
      `<h1>Page not found</h1><p>Sorry, this page does not exist.</p><p>${vary}</p>`,
    );
  const pages: Record<string, string> = {
    "/": page(
      "Start",
      `<h1>Start</h1><p>Welcome to the mill.</p><a href="/prices">prices</a> <a href="/gone-page">a</a> <a href="/old/offers">b</a>`,
    ),
    "/prices": page("Prices", "<h1>Prices</h1><p>Flour costs two pounds.</p>"),
  };
  const judgeGone = (bodyOf: (url: string) => string, bodies = pages) =>
    judge(({ url = "/" }, response) => {
      if (url === "/robots.txt") return response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      return response.end(bodies[url] ?? bodyOf(url));
    });
  const random = () => randomBytes(6).toString("hex");

  it.each([
    ["an incident number", () => gone(`Incident ${random()}`)],
    ["the time", () => gone(`It is ${process.hrtime.bigint()} ns.`)],
    [
      "the words of the address",
      (url: string) => gone(url.slice(1).replace(/[-/]/g, " ").toUpperCase()),
    ],
    ["a title of its own", () => gone("Sorry.").replace("<title>", `<title>${random()} `)],
    ["a heading of its own", () => gone("Sorry.").replace("<h1>", `<h1>Error ${random()}: `)],
  ])("is found with %s", async (_, bodyOf) => {
    const verdict = await judgeGone(bodyOf);
    expect(verdict.findings("broken_link", "duplicate_title")).toEqual([
      "broken_link /gone-page",
      "broken_link /old/offers",
    ]);
  });

  it("is not known by what all pages of the website say", async () => {
    const shell = (text: string) =>
      page("The mill", `<p>${text}</p><footer><p>© The mill</p></footer>`);
    const verdict = await judgeGone(() => shell(`Incident ${random()}`), {
      "/": shell(`Welcome.</p><p><a href="/prices">prices</a> <a href="/gone">gone</a>`),
      "/prices": shell("Flour costs two pounds."),
    });
    expect(verdict.findings("broken_link")).toEqual([]);
  });
});

test("a redirect that wraps its own address again and again is a broken link, and nothing else", async () => {
  const verdict = await judge(({ url = "/" }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    const body = page("Start", `<h1>Start</h1><a href="/a">a</a> <a href="/b">b</a>`);
    if (url === "/") return response.writeHead(200, { "content-type": "text/html" }).end(body);
    return response.writeHead(302, { location: `/?missing=${encodeURIComponent(url)}` }).end();
  });
  const reasons = verdict.all
    .filter(({ code }) => code === "broken_link")
    .map(({ detail }) => detail.reason);
  expect(reasons).toEqual(["redirect_loop", "redirect_loop"]);
  expect(JSON.stringify(verdict.data("website_summary_details") ?? {})).not.toContain('"pages"');
});

test("the canonical address of a header counts like that of the page (RFC 6596)", async () => {
  const about = '<meta name="description" content="A red shirt">';
  const shirt = (more: string) =>
    page("A red shirt", `<h1>A red shirt</h1><p>The shirt is red and ${more}.</p>`, about);
  const canonical = (host = "") => ({
    "content-type": "text/html; charset=utf-8",
    link: `${"</style.css>; rel=preload, ".repeat(80)}<http://${host}/shirt>; title="a, b"; rel="canonical nofollow"`,
  });
  const bodies: Record<string, string> = { "/shirt": shirt("warm"), "/sale/shirt": shirt("cheap") };
  const start = page(
    "Start",
    `<h1>Start</h1><a href="/shirt">a</a> <a href="/sale/shirt">b</a>`,
    '<meta name="description" content="Our shop">',
  );
  const verdict = await judge(({ url = "/", headers }, response) => {
    if (url === "/") return response.writeHead(200, { "content-type": "text/html" }).end(start);
    if (!bodies[url]) return response.writeHead(404).end();
    return response.writeHead(200, canonical(headers.host)).end(bodies[url]);
  });
  expect(verdict.findings("duplicate_title", "duplicate_description")).toEqual([]);
});

describe("a page that is nothing but an inline script", () => {
  const start = (script: string) =>
    `<!DOCTYPE html><html><head><title></title></head><body><script>${script}</script></body></html>`;
  const basics = ["missing_h1", "missing_title", "missing_description", "no_viewport"];

  it.each([
    ["draws it", `document.body.innerHTML = "<h1>Hello</h1>"`],
    ["leads on", `window.location.replace("/en/")`],
  ])("is named as built by scripts if the script %s", async (_, script) => {
    const verdict = await judge({ "/": start(script) });
    expect(verdict.findings(...basics)).toEqual([]);
    expect(JSON.stringify(verdict.data("website_summary_details"))).toContain("built_by_scripts");
  });
});

describe("a misspelling in the text is found although the same word stands in", () => {
  it.each([
    ["nothing else", ""],
    ["a file name", "Download recieve.pdf here."],
    ["an e-mail address", "Write to post@recieve.example here."],
    ["a hash tag", "Find us as #recieve there."],
    ["a host name", "See www.recieve.example for it."],
    ["code", "Type <code>recieve</code> there."],
  ])("%s", async (_, extra) => {
    const verdict = await judge({
      "/": page(
        "Rooms",
        `<h1>Rooms</h1><p>We recieve all of our guests with bread and salt, and they like it.</p>
         <p>${extra} This is our home by the river, and it is for you.</p>`,
      ),
    });
    const words = verdict.all.filter(({ code }) => code === "misspelled_word");
    expect(words.map(({ subject }) => subject)).toEqual(["recieve"]);
  });
});
