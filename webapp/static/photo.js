import { failureLine, failureOn } from "./failure.js";
import { keepAddress } from "./kept.js";

const KEPT = "messages";

// Shows what was said while a photo was sent from the page before.
export function showKept() {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) return;
  sessionStorage.removeItem(KEPT);
  document.getElementById("messages").innerHTML = kept;
}

// Sends a chosen photo at once and shows how far it is.
export function sendPhoto(form, input) {
  const take = input.closest(".take");
  const progress = take.querySelector(".progress");
  input.removeAttribute("aria-describedby");
  take.querySelector(".failed")?.remove();
  const bar = progress.querySelector("progress");
  const words = progress.querySelector("span");
  const body = new FormData(form); // with whatever else is filled in: it comes back as it was
  bar.value = 0;
  progress.hidden = false;
  words.textContent = form.dataset.sending;
  words.setAttribute("role", "status");
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.upload.addEventListener("progress", (event) => {
    if (!event.lengthComputable) return;
    bar.value = (100 * event.loaded) / event.total;
    if (event.loaded === event.total) {
      bar.removeAttribute("value");
      words.textContent = form.dataset.reading;
    }
  });
  request.addEventListener("load", () => {
    // A refusal that comes with the form and all that was filled in is a page to go on with.
    if (request.status >= 400 && !/<main(?![^]*id="failure")/.test(request.responseText)) return fail(request.responseText);
    if (request.responseURL !== form.action) return leaveFor(request.responseURL, request.responseText);
    show(request.responseText);
  });
  request.addEventListener("error", () => fail(""));
  request.send(body);

  // What the page had to say was said to this request, and is not said again.
  function leaveFor(address, text) {
    const messages = new DOMParser().parseFromString(text, "text/html").getElementById("messages");
    if (messages?.childElementCount) sessionStorage.setItem(KEPT, messages.innerHTML);
    location.assign(address);
  }

  // An answer that is no page of its own (a verdict): asking for the address again would lose it.
  function show(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    document.title = page.title;
    keepAddress();
    scrollTo(0, 0);
    const main = document.getElementById("main");
    const first = ["[role=alert]", "[data-verdict] h2", ".notice", "h1"].map((what) => main.querySelector(what)).find(Boolean);
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  }

  // The error stands where the progress was; the keyboard is back at the button above it.
  function fail(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const failed = failureLine(failureOn(page) ?? { line: form.dataset.failed });
    failed.id = `failed-${[...document.querySelectorAll(".take")].indexOf(take)}`;
    progress.hidden = true;
    input.value = "";
    input.setAttribute("aria-describedby", failed.id);
    input.focus();
    take.append(failed);
    failed.scrollIntoView({ block: "nearest" });
  }
}
