import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/globalSetup.ts",
    setupFiles: "test/support/quietLogs.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
