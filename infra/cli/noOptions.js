// Npm scripts without options load it first (`node --import`), so that a wrong option is refused.
if (process.argv.slice(2).some((argument) => argument.startsWith("-"))) {
  process.stderr.write(`npm run ${process.env["npm_lifecycle_event"]} takes no options.\n`);
  process.exit(2);
}
