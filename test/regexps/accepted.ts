/**
 * Regular expressions that recheck can't call safe, each with the reason why none of them can keep
 * a worker busy: what bounds the text that it is run over.
 */
export const accepted: Record<string, string> = {
  "/\\{\\{#(\\w+)\\}\\}(.*?)\\{\\{\\/\\1\\}\\}/gs":
    "It is run over our own template of a mail, before any value is put into it.",
};
