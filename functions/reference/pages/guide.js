// Runs in the browser, on the pages of the guides: adds buttons that copy code.

/* global document, navigator */

function addCopyButton(block) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent.trimEnd());
    button.textContent = "Copied";
  });
  button.addEventListener("blur", () => {
    button.textContent = "Copy";
  });
  block.prepend(button);
}

// Browsers have a clipboard on HTTPS and on this machine only.
if (navigator.clipboard)
  for (const block of document.querySelectorAll(".code")) addCopyButton(block);
