import type { Website } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { Shown } from "./shown.tsx";

const PER_PAGE = 20;

/** The newest items of a website's feed. */
export function Feed({ website }: { website: Website }) {
  const { client, t, language } = useConsole();
  const { uuid, business_uuid } = website;
  const answer = useAnswer(`feed ${uuid}`, (signal) =>
    client.GET("/v1/feed-items", {
      params: { query: { businessUuid: business_uuid, websiteUuid: uuid, per_page: PER_PAGE } },
      signal,
    }),
  );
  return (
    <Shown answer={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{t("noneYet")}</p>
        ) : (
          <ul class="cards">
            {data.map((item) => (
              <li key={item.uuid}>
                <h3>
                  <span class={`badge ${item.status}`}>{t(item.status)}</span>{" "}
                  <code>{item.type}</code>
                </h3>
                <p class="soft">{showTime(item.created_at, language)}</p>
                <details>
                  <summary>JSON</summary>
                  <pre>{JSON.stringify(item.data, undefined, 2)}</pre>
                </details>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}
