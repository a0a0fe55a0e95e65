// Runs in the browser, on the page of the reference: shows /openapi.json with the renderer.

/* global document, fetch, location, MutationObserver, Scalar */

/** The API's address: the page's own, including a path that a proxy adds. */
const base = new URL(".", location.href).href.replace(/\/$/, "");

const options = {
  servers: [{ url: base }],
  // Features that send requests, or what is typed here, to other hosts.
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  // The key is not stored.
  persistAuth: false,
  authentication: { preferredSecurityScheme: "apiKey" },
  hiddenClients: { c: true, clojure: true, csharp: true, dart: true },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  documentDownloadType: "json",
  // A key of its own for each: a repeated one would get the first answer again.
  onBeforeRequest: ({ requestBuilder }) => {
    if (requestBuilder.method.toUpperCase() === "POST")
      requestBuilder.headers.set("idempotency-key", `reference-${Date.now()}`);
  },
};

/**
 * Leaves optional parameters out of requests: of a list of values, the renderer would send the first. Shows the events,
 * which are internal for generators of clients.
 */
function prepare(description) {
  for (const { post } of Object.values(description.webhooks)) delete post["x-internal"];
  for (const { parameters = [] } of Object.values(description.paths).flatMap(Object.values)) {
    for (const each of parameters.filter(({ required, schema }) => !required && schema.enum)) {
      each.examples = { default: { "x-disabled": true } };
    }
  }
  return description;
}

fetch(`${base}/openapi.json`)
  .then((response) => response.json())
  .then((description) => {
    Scalar.createApiReference("#reference", { ...options, content: prepare(description) });
  });

const setIfMissing = (name, toValue) => (element) => {
  if (!element.hasAttribute(name)) element.setAttribute(name, toValue(element));
};

/** Repairs of the renderer's markup for screen readers and keyboards, by selector. */
const mends = {
  '[role="combobox"]': setIfMissing("aria-expanded", () => "false"),
  '[role="combobox"][data-placeholder]': setIfMissing(
    "aria-label",
    ({ dataset }) => dataset.placeholder,
  ),
  'button[role="none"], button[role="alert"]': (button) => button.removeAttribute("role"),
  '.scalar-client button[aria-haspopup="menu"]': (button) => {
    if (button.textContent.trim() === "") button.setAttribute("aria-label", "Choose a value");
  },
  // Its own is a joke in Base64.
  'input[placeholder^="QUxMIFlPVVIg"]': (input) => {
    input.placeholder = "rwm_…";
  },
  "button.group\\/copy-button": setIfMissing("aria-label", () => "Copy"),
  "button.show-more": (button) => button.removeAttribute("aria-label"),
  '[role="dialog"] section[aria-label^="Notifications"]': (section) =>
    section.setAttribute("aria-label", "Messages of the request"),
  ".cm-content": setIfMissing("aria-label", ({ contentEditable }) =>
    contentEditable === "true" ? "Request body" : "Response body",
  ),
  "ul.endpoints, .cm-scroller": (scroller) => {
    scroller.tabIndex = 0;
  },
  ".scalar-client button[aria-controls]": (button) => {
    if (!document.getElementById(button.getAttribute("aria-controls")))
      button.removeAttribute("aria-controls");
  },
  // Content behind an open dialog can't be reached.
  "main.references-rendered": (main) => {
    main.inert = document.querySelector(".scalar-client--open") !== null;
  },
};

function mend() {
  for (const [selector, apply] of Object.entries(mends)) {
    for (const element of document.querySelectorAll(selector)) apply(element);
  }
}

const changes = { childList: true, subtree: true, attributeFilter: ["class"] };
new MutationObserver(mend).observe(document.body, changes);
