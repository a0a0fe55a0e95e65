/** A way to flap, by the second. */
export interface Pattern {
  name: string;
  /** Whether the website answers at a time, in seconds since 1970. */
  isUp(at: number): boolean;
}

const periodic = (up: number, down: number): Pattern => ({
  name: `${up} s up, ${down} s down`,
  isUp: (at) => at % (up + down) < up,
});

const random = (percent: number): Pattern => ({
  name: `up in ${percent} % of the seconds, at random`,
  isUp: (at) => hash(at * 101 + percent) % 100 < percent,
});

/** Up by the minute: the share of its letters `u`, in this order, again and again. */
const inOrder = (minutes: string): Pattern => ({
  name: `by the minute ${minutes}`,
  isUp: (at) => minutes[Math.floor(at / 60) % minutes.length] === "u",
});

/** Twenty ways to flap: quicker and slower than any interval, at random, and the same share in other orders. */
export const patterns: Pattern[] = [
  periodic(60, 60),
  periodic(120, 60),
  periodic(31, 97),
  periodic(97, 31),
  periodic(437, 211),
  periodic(211, 437),
  periodic(600, 60),
  periodic(1234, 77),
  periodic(900, 300),
  periodic(300, 900),
  periodic(3600, 1800),
  random(10),
  random(34),
  random(50),
  random(66),
  random(90),
  random(98),
  inOrder("uud"),
  inOrder("uuuudd"),
  inOrder("ududuuuuu"),
];

function hash(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
