import { useState } from "preact/hooks";

/** The kinds of columns, from the back to the front. */
const kinds = ["none", "down", "up", "p95", "median"] as const;

/** A column of a chart: what it says, and how high it is for each kind, from 0 to 1. */
export interface Bar {
  text: string;
  heights: Partial<Record<(typeof kinds)[number], number>>;
}

interface BarsProps {
  label: string;
  bars: Bar[];
  /** What stands below the first and the last column. */
  ends: readonly [string, string];
}

const WIDTH = 10;
const HEIGHT = 100;
/** Fewer columns would be as wide as a picture; they stand at the right end then. */
const FEWEST = 24;
/** The shortest downtime is still seen. */
const LEAST = 0.12;

/** The attributes of a drawing with this number of columns. */
export const drawingOf = (columns: number) => ({
  viewBox: `0 0 ${columns * WIDTH} ${HEIGHT}`,
  preserveAspectRatio: "none",
});

/** Columns over time. An invisible slider over them chooses the column whose text stands below. */
export function Bars({ label, bars, ends }: BarsProps) {
  const [at, setAt] = useState<number>();
  const last = bars.length - 1;
  const chosen = bars[Math.min(at ?? last, last)];
  const columns = Math.max(FEWEST, bars.length);
  const first = columns - bars.length;
  if (!chosen) return null;
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    if (!(currentTarget instanceof Element)) return;
    const box = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - box.left) / box.width) * columns) - first;
    setAt(Math.max(0, Math.min(last, index)));
  };
  return (
    <figure>
      <div class="bars">
        <svg {...drawingOf(columns)} aria-hidden="true">
          <Columns bars={bars} first={first} />
          {at !== undefined && <path class="at" d={columnAt(first + at, 1)} />}
        </svg>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={chosen.text}
          max={last}
          value={at ?? last}
          onInput={({ currentTarget }) => setAt(currentTarget.valueAsNumber)}
          onFocus={() => setAt(at ?? last)}
          onBlur={() => setAt(undefined)}
          onPointerMove={point}
          onPointerLeave={() => setAt(undefined)}
        />
      </div>
      <figcaption class="ends soft">
        <span>{first === 0 && ends[0]}</span>
        <span>{at !== undefined && chosen.text}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}

/** A column from the bottom up to this part of its height. */
const columnAt = (index: number, height: number) =>
  `M${index * WIDTH + 1} ${HEIGHT}h${WIDTH - 2}v${-HEIGHT * height}h${2 - WIDTH}z`;

/** The columns, as one path for each kind: a list has hundreds of such charts. */
export function Columns({ bars, first = 0 }: { bars: Bar[]; first?: number }) {
  return (
    <>
      {kinds.map((kind) => {
        const columns = bars.flatMap(({ heights: { [kind]: height } }, index) =>
          height ? [columnAt(first + index, height)] : [],
        );
        return columns.length > 0 && <path key={kind} class={kind} d={columns.join("")} />;
      })}
    </>
  );
}

/** A column of uptime, red from the top as far as the website was down; null if it was not checked. */
export function uptimeBar(text: string, downShare: number | null): Bar {
  if (downShare === null) return { text, heights: { none: 1 } };
  if (downShare === 0) return { text, heights: { up: 1 } };
  return { text, heights: { down: 1, up: 1 - Math.max(LEAST, downShare) } };
}
