import { useState } from "preact/hooks";
import { type ApiError, orThrow } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showNumber, showTime } from "../format.ts";
import type { Line, Operators } from "../operators.ts";
import { SearchForm } from "../parts/searchForm.tsx";
import { explain, Shown } from "../parts/shown.tsx";
import { Table } from "../parts/table.tsx";
import type { ScreenProps } from "../place.ts";
import { t } from "../texts.ts";

/** The screens that show a kind of record; those of others begin at the reseller. */
const SCREENS: Readonly<Record<string, string>> = {
  ...{ user: "customers/", business: "businesses/", website: "websites/", webhook: "webhooks/" },
};

/** For operators only: a search over all resellers, what is down, and what workers have given up. */
export function OperatorsScreen({ place }: ScreenProps) {
  const { operators } = useConsole();
  if (!operators) return null;
  const text = place.query.get("text") ?? "";
  return (
    <>
      <h1>{t("operators")}</h1>
      <p class="soft">
        {t("operatorsRead")} <code>npm run admin</code>
      </p>
      <SearchForm place={place} name="text" label={t("findAnything")} />
      {text && <Found key={text} text={text} operators={operators} />}
      <Down operators={operators} />
      <GivenUp operators={operators} />
    </>
  );
}

function Found({ text, operators }: { text: string; operators: Operators }) {
  const answer = useAnswer(`find ${text}`, (signal) =>
    operators.ask<{ found: Line[]; next: string | null }>(
      `find?${new URLSearchParams({ text })}`,
      signal,
    ),
  );
  return (
    <Shown answer={answer}>
      {({ found, next }) =>
        found.length === 0 ? (
          <p>{t("nothingFound")}</p>
        ) : (
          <>
            <Table label={t("search")} head={[t("name"), t("kindOf"), t("reseller")]}>
              {found.map((line) => (
                <tr key={line.uuid}>
                  <th scope="row">
                    <Enter {...line} operators={operators} />
                  </th>
                  <td data-label={t("kindOf")}>{line.kind}</td>
                  <td data-label={t("reseller")}>
                    <bdi>{line.reseller}</bdi>
                  </td>
                </tr>
              ))}
            </Table>
            {next !== null && <p class="soft">{t("moreFound")}</p>}
          </>
        )
      }
    </Shown>
  );
}

interface EnterProps extends Omit<Line, "reseller"> {
  operators: Operators;
}

/** Opens a record in its reseller's console, which only its owners tell. */
function Enter({ uuid, kind, name, operators }: EnterProps) {
  const [error, setError] = useState<ApiError>();
  const open = async () => {
    const shown = await operators.ask<{ above: Line[] }>(`show?${new URLSearchParams({ uuid })}`);
    if (shown.error) return setError(shown.error);
    const owner = shown.data.above.find((each) => each.kind === "reseller");
    const screen = SCREENS[kind];
    operators.enter(owner?.uuid ?? uuid, screen === undefined ? "" : screen + uuid);
  };
  return (
    <>
      <button type="button" onClick={open}>
        <bdi>{name || uuid}</bdi>
      </button>
      {error && <span role="alert">{explain(error)}</span>}
    </>
  );
}

interface DownWebsite {
  uuid: string;
  hostname: string;
  since: string | null;
  outcome: string | null;
  reseller_uuid: string;
}

function Down({ operators }: { operators: Operators }) {
  const answer = useAnswer("operators down", (signal) =>
    operators.ask<{ down: DownWebsite[]; next: string | null }>("down", signal),
  );
  return (
    <section>
      <h2>{t("down")}</h2>
      <Shown answer={answer}>
        {({ down, next }) =>
          down.length === 0 ? (
            <p>{t("noneDown")}</p>
          ) : (
            <>
              <Table label={t("down")} head={[t("website"), t("began"), t("cause")]}>
                {down.map(({ uuid, hostname, since, outcome, reseller_uuid }) => (
                  <tr key={uuid}>
                    <th scope="row">
                      <button
                        type="button"
                        onClick={() => operators.enter(reseller_uuid, `websites/${uuid}`)}
                      >
                        <bdi>{hostname}</bdi>
                      </button>
                    </th>
                    <td data-label={t("began")}>{since ? showTime(since) : "–"}</td>
                    <td data-label={t("cause")}>
                      <code>{outcome ?? "–"}</code>
                    </td>
                  </tr>
                ))}
              </Table>
              {next !== null && <p class="soft">{t("moreFound")}</p>}
            </>
          )
        }
      </Shown>
    </section>
  );
}

interface Queue {
  queue: string;
  messages: number;
}

/** The messages that workers gave up, and the changes that the dispatcher could not pass on. */
function GivenUp({ operators }: { operators: Operators }) {
  const answer = useAnswer("operators queues", async (signal) => {
    const [queues, lost] = await Promise.all([
      orThrow(operators.ask<Queue[]>("dead-letters", signal)),
      orThrow(operators.ask<unknown[]>("lost", signal)),
    ]);
    return { data: [...queues, { queue: "changes (S3)", messages: lost.length }] };
  });
  return (
    <section>
      <h2>{t("givenUp")}</h2>
      <Shown answer={answer}>
        {(queues) => (
          <Table label={t("givenUp")} head={[t("queue"), t("messages")]}>
            {queues
              .toSorted((one, other) => other.messages - one.messages)
              .map(({ queue, messages }) => (
                <tr key={queue}>
                  <th scope="row">{queue}</th>
                  <td class={messages > 0 ? "number bad" : "number"} data-label={t("messages")}>
                    {showNumber(messages)}
                  </td>
                </tr>
              ))}
          </Table>
        )}
      </Shown>
    </section>
  );
}
