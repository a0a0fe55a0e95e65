import { registerHooks } from "node:module";

const url = new URL("nativeClient.cjs", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith("rapid-client.node")
      ? { url, format: "commonjs", shortCircuit: true }
      : next(specifier, context),
});
