// Runs in the browser, on the pages of the guides: copies code and searches the guides.

/* global document, fetch, navigator */

const MOST_RESULTS = 8;

function addCopyButton(block) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent.trimEnd());
    button.textContent = "Copied";
  });
  button.addEventListener("blur", () => {
    button.textContent = "Copy";
  });
  block.append(button);
}

// Browsers have a clipboard on HTTPS and on this machine only.
if (navigator.clipboard)
  for (const block of document.querySelectorAll(".code")) addCopyButton(block);

const form = document.querySelector(".search");
const field = form.querySelector("input");
const status = form.querySelector("[role=status]");
const list = form.querySelector("ul");
let loading;

/** The sections with all words, first those that have them in their title. */
function find(sections, words) {
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const found = sections.filter(({ title, text }) => has(`${title} ${text}`));
  return found.toSorted((a, b) => Number(has(b.title)) - Number(has(a.title)));
}

function linkTo({ href, title }) {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  link.href = href;
  link.textContent = title;
  item.append(link);
  return item;
}

async function search() {
  loading ??= fetch("search.json").then((response) => response.json());
  const sections = await loading;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length > 0 ? find(sections, words) : [];
  status.textContent = words.length > 0 && found.length === 0 ? "Nothing found" : "";
  list.replaceChildren(...found.slice(0, MOST_RESULTS).map(linkTo));
}

form.hidden = false;
field.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
