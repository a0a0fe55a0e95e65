const PATIENCE_MS = 2000;

/**
 * Tells on stderr what is being done, but only once it takes longer than anybody waits without
 * wondering. `step` names what begins now, `end` says that all is done.
 */
export function createProgress(write = (line: string) => process.stderr.write(`${line}\n`)) {
  let current = "";
  let told = "";
  let patient = true;
  const tell = () => {
    if (current !== told) write(`${current} ...`);
    told = current;
  };
  const timer = setTimeout(() => {
    patient = false;
    tell();
  }, PATIENCE_MS);
  return {
    step(name: string) {
      current = name;
      if (!patient) tell();
    },
    end: () => clearTimeout(timer),
  };
}
