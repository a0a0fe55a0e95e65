import type { AccountWebsite } from "reseller-website-monitoring-client";
import { showPercentage } from "../format.ts";

const HEIGHT = 20;
const STEP = 4;
/** An hour with the shortest downtime is still seen. */
const LEAST = 5;

/** The last 24 hours of a website: a bar an hour, red from the top as far as it was down, none before it existed. */
export function Hours({ website: { last_24_hours: hours } }: { website: AccountWebsite }) {
  const measured = hours.filter((hour) => hour !== null);
  if (measured.length === 0) return <span class="soft">not measured</span>;
  const failed = measured.filter((hour) => hour < 100).length;
  const first = hours.findIndex((hour) => hour !== null);
  const bars = hours.flatMap((up, index) => {
    if (index < first) return [];
    const x = index * STEP;
    if (up === null) return [{ kind: "none", path: `M${x} ${HEIGHT - 2}h3v2h-3z` }];
    const down = up === 100 ? 0 : Math.max(LEAST, Math.round(((100 - up) / 100) * HEIGHT));
    return [
      { kind: "up", path: `M${x} ${down}h3v${HEIGHT - down}h-3z` },
      ...(down > 0 ? [{ kind: "down", path: `M${x} 0h3v${down}h-3z` }] : []),
    ];
  });
  const mean = measured.reduce((sum, hour) => sum + hour, 0) / measured.length;
  const text =
    failed === 0
      ? "no downtime"
      : `${showPercentage(mean)}, down in ${failed} of ${measured.length} hours`;
  return (
    <svg
      class="hours"
      viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      {["up", "down", "none"].map((kind) => (
        <path
          key={kind}
          class={kind}
          d={bars.flatMap((bar) => (bar.kind === kind ? [bar.path] : [])).join("")}
        />
      ))}
    </svg>
  );
}
