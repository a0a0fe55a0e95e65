import { test } from "vitest";
import { importWithMistakes } from "./importing.ts";

test("1,000 customers with 20 mistakes: each mistake is told, the others are onboarded once", async () => {
  await importWithMistakes({ customers: 1000, mistakes: 20 });
});
