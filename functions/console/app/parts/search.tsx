import { useEffect, useRef, useState } from "preact/hooks";
import type { SearchHit } from "reseller-website-monitoring-client";
import { useConsole, useGet } from "../answers.ts";
import { showHost, showNumber } from "../format.ts";
import { mergeHits } from "../lists.ts";
import { linkTo, useListener } from "../place.ts";
import { Dialog } from "./buttons.tsx";
import { Icon } from "./icon.tsx";
import { explain } from "./shown.tsx";
import { useAllWebsites } from "./websiteList.tsx";

/** How long somebody types on before it is searched. */
const PAUSE_MS = 150;

/** A button, and the key `/`, that opens a search of all records by name. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useListener(window, "hashchange", close);
  useListener(window, "keydown", (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    setOpen(true);
  });
  return (
    <>
      <button type="button" class="find" aria-keyshortcuts="/" onClick={() => setOpen(true)}>
        <Icon name="search" /> Search <kbd class="on-desk">/</kbd>
      </button>
      <Dialog class="finder" closedby="any" label="Search" {...{ isOpen, close }}>
        <Finder close={close} />
      </Dialog>
    </>
  );
}

function Finder({ close }: { close(): void }) {
  const { account } = useConsole();
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const answer = useGet("/v1/account/search", text ? { query: { q: text } } : null);
  const all = useAllWebsites(text !== "");
  const hits = text ? mergeHits(text, answer.data?.data ?? [], all ?? []) : [];
  /** How far the search is, and what it can't find in a large account. */
  const tellHits = () => {
    if (text === "") return "Type how a word of the name begins, or any part of it.";
    if (!answer.data || !all) return "Searching …";
    const { count } = account.record_limits.websites;
    const part = `${showNumber(all.length)} of ${showNumber(count)} websites`;
    const limit = all.length < count ? ` Any part of a name is found among ${part}.` : "";
    return hits.length === 0 ? `Nothing is called “${text}”.${limit}` : limit;
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...(list.current?.querySelectorAll<HTMLElement>("input, a") ?? [])];
    // In a field that is searched with, it would only remove the text.
    if (event.key === "Escape") close();
    if (event.key === "Enter" && event.target === stops[0]) stops[1]?.click();
    if (!step) return;
    event.preventDefault();
    const index = stops.indexOf(document.activeElement as HTMLElement);
    stops[(index + step + stops.length) % stops.length]?.focus();
  };
  return (
    <search ref={list}>
      <div class="actions">
        <input
          type="search"
          aria-label="Name, host name or e-mail address"
          placeholder="Name, host name or e-mail address"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onKeyDown={move}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button type="button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <ul>
        {hits.map((hit) => (
          <li key={hit.uuid}>
            <a class="actions" href={hrefOf(hit)} onClick={close} onKeyDown={move}>
              <Icon name={hit.kind === "website" ? "websites" : "customers"} />
              <bdi class="gap">{showHost(hit.text)}</bdi>
              <small class="soft">{kinds[hit.kind] ?? hit.kind}</small>
            </a>
          </li>
        ))}
      </ul>
      <p class="soft small" role="status">
        {answer.error ? explain(answer.error) : tellHits()}
      </p>
    </search>
  );
}

const kinds: Record<string, string> = {
  ...{ website: "Website", business: "Customer", user: "Contact" },
};

function hrefOf({ kind, uuid, user_uuid }: SearchHit): string {
  if (kind === "website") return linkTo(`websites/${uuid}`);
  return linkTo(
    kind === "user" || !user_uuid ? `customers/${uuid}` : `customers/${user_uuid}/${uuid}`,
  );
}
