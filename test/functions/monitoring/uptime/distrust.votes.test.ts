import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isOffline,
  mostFail,
  type Vote,
} from "../../../../functions/monitoring/uptime/distrust.ts";

const vote = (reseller: string, host: string, answered: boolean): Vote => ({
  reseller,
  host,
  answered,
});
const control = (reseller: string, host = `${reseller}.example`) => ({
  reseller,
  host,
  url: `https://${host}`,
});

describe("most of a round fails", () => {
  test.each<[string, boolean, Vote[]]>([
    ["when nobody votes", false, []],
    ["when the only one fails", true, [vote("a", "1", false)]],
    ["when the only one answers", false, [vote("a", "1", true)]],
    ["when one of two resellers fails", false, [vote("a", "1", false), vote("b", "2", true)]],
    [
      "when two of three fail",
      true,
      [vote("a", "1", false), vote("b", "2", false), vote("c", "3", true)],
    ],
    [
      "however many websites of one reseller do",
      false,
      [...Array.from({ length: 22 }, (_, n) => vote("a", `a${n}`, false)), vote("b", "b", true)],
    ],
    [
      "when most hosts of the only reseller do",
      true,
      [vote("a", "1", false), vote("a", "2", false), vote("a", "3", true)],
    ],
    ["when half of them do", false, [vote("a", "1", false), vote("a", "2", true)]],
    [
      "when many websites of a reseller are on the same host",
      false,
      [vote("a", "1", false), vote("a", "1", false), vote("a", "1", false), vote("a", "2", true)],
    ],
    [
      "when many resellers have their websites on the same host",
      false,
      [..."abcde"].map((name) => vote(name, "shared", false)).concat(vote("f", "6", true)),
    ],
    ["when a host answers once", false, [vote("a", "1", false), vote("a", "1", true)]],
  ])("%s: %s", (_, expected, votes) => {
    expect(mostFail(votes)).toBe(expected);
  });
});

describe("the way out fails", () => {
  const alone = [vote("b", "b1", false)];

  test.each<[string, boolean, ReturnType<typeof control>[]]>([
    ["where a control host has answered, or there was none", false, []],
    ["where those of two other resellers did not answer", true, [control("a"), control("c")]],
    ["where those of one other did not", false, [control("a"), control("a", "other.example")]],
    ["where that of one other and its own did not", false, [control("a"), control("b")]],
    [
      "where there is no other reseller, and three hosts of its own did not",
      true,
      [control("b", "1"), control("b", "2"), control("b", "3")],
    ],
    ["where two hosts of its own did not", false, [control("b", "1"), control("b", "2")]],
  ])("%s: %s", (_, expected, unanswered) => {
    expect(isOffline("b", alone, unanswered)).toBe(expected);
  });

  test("not where only its own hosts did not answer, and there is another reseller in the round", () => {
    const unanswered = ["1", "2", "3"].map((host) => control("b", host));
    expect(isOffline("b", [...alone, vote("a", "a1", false)], unanswered)).toBe(false);
  });
});

test("whatever two resellers' websites do, neither makes the other's failures count for nothing", () => {
  const votes = fc.array(
    fc.record({
      reseller: fc.constantFrom("a", "b"),
      host: fc.constantFrom("1", "2", "3", "4"),
      answered: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  const unanswered = fc.array(fc.constantFrom(control("a"), control("a", "x"), control("b")));
  fc.assert(
    fc.property(votes, unanswered, (round, hosts) => {
      const both = [...round, vote("a", "5", false), vote("b", "6", false)];
      expect(isOffline("b", both, hosts)).toBe(false);
      expect(isOffline("a", both, hosts)).toBe(false);
    }),
  );
});

test("the vote of a reseller is the same however many websites it has", () => {
  const others = fc.array(
    fc.record({
      reseller: fc.constantFrom("b", "c", "d"),
      host: fc.constantFrom("1", "2", "3", "4"),
      answered: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(others, fc.integer({ min: 1, max: 50 }), fc.boolean(), (round, count, answered) => {
      const own = Array.from({ length: count }, (_, n) => vote("a", `a${n}`, answered));
      expect(mostFail([...round, ...own])).toBe(mostFail([...round, ...own.slice(0, 1)]));
    }),
  );
});
