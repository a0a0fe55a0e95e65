import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { Code } from "aws-cdk-lib/aws-lambda";

/**
 * The code of a function, bundled by `bundle.ts`. In a process of its own because constructs are
 * made synchronously and esbuild's plugins are not; NodejsFunction can't take plugins at all.
 */
export function bundledCode(entry: string): Code {
  return Code.fromAsset(dirname(entry), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Required by the type, never pulled: the local bundling either succeeds or throws.
      image: DockerImage.fromRegistry("none"),
      local: { tryBundle: (outputFolder) => bundleTo(outputFolder, entry) },
    },
  });
}

function bundleTo(outputFolder: string, entry: string): true {
  const script = join(import.meta.dirname, "bundle.ts");
  const { status, stderr } = spawnSync(process.execPath, [script, entry, outputFolder]);
  if (status !== 0) throw new Error(`Could not bundle ${entry}:\n${stderr}`);
  return true;
}
