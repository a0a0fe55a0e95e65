import { describe, expect, it } from "vitest";
import { readPage } from "../../../../shared/audit/pages/readPage.ts";

const at = { url: "https://example.com/shop/", status: 200, isStart: false };

describe("a page", () => {
  it("is read whole", () => {
    const html = `<!doctype html><html lang="en-GB"><head>
      <title>Tea &amp; more</title>
      <meta name=viewport content="width=100"><meta name="Viewport" content="width=device-width">
      <meta name="description" content="All about tea"><meta property="og:site_name" content="Tea">
      <link rel="stylesheet" href="/style.css"><link rel="icon" href="/icon.png">
      <link rel="alternate" type="application/rss+xml" href="feed.xml">
      <script type="application/ld+json">{"@type":"Store","name":"Tea"}</script>
      <script type="application/ld+json">{broken</script>
      <link rel="canonical" href="./"></head>
      <body><img src="a.png"><img src="b.png" alt=""><a href="mailto:tea@example.com?subject=x">Mail</a><h1>Our <em>teas</em></h1><p id="tea">Green and black.</p>
      <a href="green#leaves">Green <b>tea</b></a><a href="tel:+44%2020">Call</a></body></html>`;
    expect(readPage(html, at)).toEqual({
      ...at,
      title: "Tea & more",
      lang: "en-GB",
      viewport: "width=device-width",
      meta: { viewport: "width=100", description: "All about tea", "og:site_name": "Tea" },
      links: [
        { url: "https://example.com/style.css", kind: "stylesheet", valid: true },
        { url: "https://example.com/icon.png", kind: "icon", valid: true },
        { url: "https://example.com/shop/a.png", kind: "img", valid: true },
        { url: "https://example.com/shop/b.png", kind: "img", valid: true },
        { url: "https://example.com/shop/green", kind: "a", text: "Green tea", valid: true },
      ],
      headings: [{ level: 1, text: "Our teas", hidden: false }],
      text: ["Mail", "Our teas", "Green and black.", "Green teaCall"],
      jsonLd: [{ "@type": "Store", name: "Tea" }],
      brokenJsonLd: 1,
      canonical: "https://example.com/shop/",
      hasIcon: true,
      loads: ["/style.css", "/shop/a.png", "/shop/b.png"].map(
        (path) => `https://example.com${path}`,
      ),
      imagesWithoutAlt: ["https://example.com/shop/a.png"],
      mailLinks: ["tea@example.com?subject=x"],
      feeds: ["https://example.com/shop/feed.xml"],
      telephoneLinks: ["+44 20"],
      ...{ labels: [], codeWords: [], hasScripts: false, cut: [] },
    });
  });

  it("has the links of every kind, and no others", () => {
    const html = `<base href="/base/">
      <a href="a">A</a><map><area href="area"></map><img src="img" alt="Image">
      <img srcset="one.png 1x"><script src="script"></script>
      <link rel="preload stylesheet" href="sheet"><iframe src="frame"><a href="in-frame"></a></iframe>
      <video><source src="source"></video>
      <a name="x">no link</a><a href="mailto:a@example.com">m</a><a href="javascript:void 0">j</a>
      <a href="data:text/plain,x">d</a><img src=""><link rel="canonical" href="canonical">
      <!-- <a href="commented"> --><script>"<a href='scripted'>"</script>
      <template><a href="template">t</a></template><a href="http://exa mple.com/">bad</a>`;
    const { links } = readPage(html, at);
    expect(
      links.map(({ url, kind }) => `${kind} ${url.replace("https://example.com/base/", "")}`),
    ).toEqual([
      "a a",
      "area area",
      "img img",
      "script script",
      "stylesheet sheet",
      "iframe frame",
      "media source",
      "a http://exa mple.com/",
    ]);
    expect(links.filter(({ valid }) => !valid)).toEqual([
      { url: "http://exa mple.com/", kind: "a", text: "bad", valid: false },
    ]);
  });

  it.each([
    ["icon", ["icon"]],
    ["Shortcut ICON", ["icon"]],
    ["apple-touch-icon-precomposed", ["icon"]],
    ["mask-icon", ["icon"]],
    ["stylesheet icon", ["stylesheet", "icon"]],
    ["iconic", []],
    ["apple-touch-startup-image", []],
  ])("has of a <link rel=%j> %j", (rel, kinds) => {
    const { links } = readPage(`<link rel="${rel}" href="/x">`, at);
    expect(links.map(({ kind }) => kind)).toEqual(kinds);
  });

  it("has invalid links of the web, and no links of other schemes", () => {
    const others = [
      "tel://(555) 123-4567",
      "sms://+1 555",
      "SKYPE://joe doe?call",
      "tel:+49 (0) 1",
      "ftp://example.com/list",
      "{{ item.url }}",
      "/shop/{{item.slug}}",
      "htp:local-program",
    ];
    const none = [
      ...["http://", "https://exa mple/", "HTTP://[", "//exa mple/"],
      // Mistyped: nothing opens these.
      ...["htp://example.com/x", "HTPPS://example.com/", "ttps://example.com/y"],
    ];
    const html = [...others, ...none].map((href) => `<a href="${href}">to</a>`).join("");
    expect(readPage(html, at).links).toEqual(
      none.map((href) => ({
        url: href.replace("HTPPS", "htpps"),
        ...{ kind: "a", text: "to", valid: false },
      })),
    );
  });

  it("has its headings with their text, hidden ones marked", () => {
    const html = `<h1>One</h1><h2 hidden>Two</h2><div style="display: none"><h3>Three</h3></div>
      <h2><img alt="Picture"></h2><h4></h4><h2><span aria-hidden="true">x</span></h2>
      <div role="heading" aria-level="3">Role</div><h5 aria-label="Label"></h5>
      <h2>Wrong end</h3><p>after</p><template><h1>Template</h1></template>`;
    expect(readPage(html, at).headings).toEqual([
      { level: 1, text: "One", hidden: false },
      { level: 2, text: "Two", hidden: true },
      { level: 3, text: "Three", hidden: true },
      { level: 2, text: "Picture", hidden: false },
      { level: 4, text: "", hidden: false },
      { level: 2, text: "", hidden: false },
      { level: 3, text: "Role", hidden: false },
      { level: 5, text: "Label", hidden: false },
      { level: 2, text: "Wrong end", hidden: false },
    ]);
  });

  it("names a heading by what is in it where it has no text", () => {
    const html = `<h1><a href="/" aria-label="Label of a link"><svg><path/></svg></a></h1>
      <h2><svg role="img" aria-label="Label of an icon"></svg></h2><h2><svg><title>Icon</title></svg></h2>
      <h3><a href="/" title="Title"></a></h3><h4 title="Own title"></h4>
      <h5>News <a href="#news" aria-label="Link to News">#</a></h5>
      <h6><i aria-hidden="true" title="Icon"></i></h6>`;
    const { headings } = readPage(html, at);
    expect(headings.map(({ text }) => text)).toEqual([
      "Label of a link",
      "Label of an icon",
      "Icon",
      "Title",
      "Own title",
      "News #",
      "",
    ]);
  });

  it("has what a browser shows at first: no closed dialog, no popover, no noscript", () => {
    const html = `<dialog><h1>Closed</h1></dialog><div popover><h1>Popover</h1></div>
      <noscript><h1>No script</h1></noscript><dialog open><h1>Open</h1></dialog>
      <x-page><template shadowrootmode="open"><h1>Shadow</h1><p>In the shadow</p></template></x-page>`;
    const { headings, text } = readPage(html, at);
    expect(headings.filter(({ hidden }) => !hidden).map(({ text }) => text)).toEqual([
      "Open",
      "Shadow",
    ]);
    expect(text).toEqual(["Open", "Shadow", "In the shadow"]);
  });

  it.each([
    ["0; url=/en/", "https://example.com/en/"],
    ["0;URL='https://www.example.com/#top'", "https://www.example.com/"],
    ['1 ; url="en/index.html" ', "https://example.com/shop/en/index.html"],
    ["0;/.well-known/check?r=%2F", "https://example.com/.well-known/check?r=%2F"],
    [".0;url=/home", "https://example.com/home"],
    [" 1 , /home", "https://example.com/home"],
    ["0.5, url = ?a=1;b=2", "https://example.com/shop/?a=1;b=2"],
    ["0", undefined],
    ["0; url=", undefined],
    ["0; url=#top", undefined],
    ["0; url=/shop/", undefined],
    ["2; url=/en/", undefined], // A visitor sees this page first.
    ["300", undefined],
    ["0; url=mailto:a@b.example", undefined],
    ["url=/en/", undefined],
  ])("with the refresh %j leads at once to %s", (content, target) => {
    const refresh = `<meta http-equiv="Refresh" content="${content.replaceAll('"', "&quot;")}">`;
    const there = { ...at, url: "https://example.com/shop/" };
    expect(readPage(refresh, there).refreshesTo).toBe(target);
    for (const element of ["noscript", "template", "svg"]) {
      const unseen = `<${element}>${refresh}</${element}>`;
      expect(readPage(unseen, there).refreshesTo).toBeUndefined();
    }
  });

  it("keeps notes apart from words", () => {
    const html = `<p>Our research<sup>a</sup>, the products<sub>b</sub>of ours</p>
      <nav><a href="/">Terms<sup>b</sup></a></nav><p>CO<sub>2</sub></p>`;
    const { text, labels } = readPage(html, at);
    expect(text).toEqual(["Our research a , the products b of ours", "CO 2"]);
    expect(labels).toEqual(["Terms b"]);
  });

  it("has its prose, without navigation, code, addresses, forms and other languages", () => {
    const html = `<html lang="en"><body><header>Welcome <a href="/">Home</a><ul><li>Menu</li></ul></header>
      <nav>Menu <p>of links</p></nav><p>First <b>bold</b> word<p>Second<br>line
      <pre>code</pre><p>Use <code>foo()</code> here</p><address>1 High Street</address>
      <form><p>Name</p></form><button>Send</button><p lang="fr">Bonjour</p><p hidden>Hidden</p>
      <script>script</script><style>style</style><noscript>Turn it on</noscript>
      <ul><li>Item one<li>Item two</ul><svg><title>Icon</title><text>Svg</text></svg>
      <my-card>Card</my-card><p>Caf&eacute; &lt;b&gt;</p></body>`;
    expect(readPage(html, at).text).toEqual([
      "Welcome",
      "First bold word",
      "Second",
      "line",
      "Use here",
      "Item one",
      "Item two",
      "Card",
      "Café <b>",
    ]);
  });

  it("has the labels of navigation, buttons and forms, each once, and none of what is hidden", () => {
    const html = `<body><nav><a href="/">Home</a><a href="/b">Our  work</a> <b>and</b> more</nav>
      <header><ul><li>Menu<li>Home</ul></header><form><label>Name<input></label><select><option>No
      </select><p>We write back</p></form><button>Send <code>it</code></button>
      <nav hidden>Hidden</nav><button lang="fr">Envoyer</button><p>Prose</p></body>`;
    expect(readPage(html.replace("<body>", '<html lang="en"><body>'), at).labels).toEqual([
      "Home",
      "Our work",
      "and more",
      "Menu",
      "Name",
      "We write back",
      "Send",
    ]);
  });

  it("has the words of its code that have five letters or more, in lower case", () => {
    const html = `<pre>const fooBar = readFile(famliy, "max-width");</pre><p>prose <code>mkdir</code></p>
      <script>scripted</script>`;
    expect(readPage(html, at).codeWords).toEqual(["const", "famliy", "width", "mkdir"]);
  });
});

it("reads addresses to their end, as a part of one is another address", () => {
  const path = `/${"x".repeat(1500)}`;
  const head = `<meta property="og:image" content="${path}">`;
  const refresh = `<meta http-equiv="refresh" content="0; url=${path}">`;
  const whole = new URL(path, at.url).href;
  expect(readPage(head + refresh, at)).toMatchObject({
    ...{ preview: whole, refreshesTo: whole },
  });
});
