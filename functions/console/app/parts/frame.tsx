import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../context.ts";
import { linkTo, usePlace } from "../place.ts";
import { findScreen, sections } from "../screens.ts";
import { t } from "../texts.ts";
import { Failure } from "./shown.tsx";

interface FrameProps {
  forget(): void;
}

/** The bar, and below it the screen of the address. */
export function Frame({ forget }: FrameProps) {
  const { account } = useConsole();
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const { Screen, section } = findScreen(place);
  const path = place.path.join("/");
  const isFirst = useRef(true);

  useEffect(() => {
    document.title = `${t(section)} – ${t("product")}`;
    // A screen reader goes on at the new screen, as it would on a new page.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
    scrollTo(0, 0);
  }, [path]);

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t("skip")}
      </button>
      <header class="bar">
        <span class="name" title={account.name}>
          <bdi>{account.name}</bdi>
          {account.api_key.is_read_only && <small> · {t("readOnly")}</small>}
        </span>
        <nav aria-label={t("navigation")}>
          {sections.map((name) => (
            <a
              key={name}
              href={linkTo(name === "down" ? "" : name)}
              aria-current={name === section ? "page" : undefined}
            >
              {t(name)}
            </a>
          ))}
        </nav>
        <button type="button" onClick={forget}>
          {t("forget")}
        </button>
      </header>
      <main id="content" tabIndex={-1} ref={main}>
        <Failure />
        <Screen key={path} place={place} />
      </main>
    </>
  );
}
