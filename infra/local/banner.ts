import { styleText } from "node:util";

/** What `npm start` prints when it is ready. Colours only where a terminal shows them. */
export function formatBanner({ baseUrl, key }: { baseUrl: string; key: string }): string {
  const label = (text: string) => styleText("bold", text.padEnd(10), { stream: process.stdout });
  return [
    "",
    `${label("Base URL")}${baseUrl}`,
    `${label("API key")}${key}`,
    `${label("Try")}curl -s ${baseUrl}/v1/users -H 'api-key: ${key}'`,
    "",
    "Ctrl-C ends it; the data stay.",
    "",
  ].join("\n");
}
