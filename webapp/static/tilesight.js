// The page works without this file. It saves reloads: links marked data-pick and
// forms marked data-live fetch the same pages and swap the parts marked data-swap.
import { failureLine, failureOn } from "./failure.js";
import { keepAddress } from "./kept.js";
import { sendPhoto, showKept } from "./photo.js";

const root = document.documentElement;
root.classList.add("script");
let opener = null; // selector of what opened the sheet: there the keyboard goes on
let adding = false;

async function visit(url, options = {}, focus = true) {
  root.classList.add("busy");
  try {
    const response = await fetch(url, { credentials: "same-origin", ...options });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.getElementById("sheet")) {
      // Another page (an error, or the game is gone): show it as it is.
      const failure = failureOn(page);
      if (failure && !response.ok) return say(failure);
      return location.assign(response.url);
    }
    swap(page);
    // Said aloud when something was changed, not when a tile was only looked at.
    if (options.method) document.getElementById("announce").textContent = document.getElementById("scene-head").dataset.said;
    // The address of a change that was refused shows nothing when it is asked for again.
    if (response.ok) history.replaceState(null, "", response.url);
    if (focus) moveFocus();
  } catch {
    say({ line: root.dataset.offline });
  } finally {
    root.classList.remove("busy");
  }
}

// Only the page of a photo has the sheet; elsewhere links and forms just work.
function onScene() {
  return document.getElementById("sheet") !== null;
}

function swap(page) {
  const scroll = document.querySelector(".photo-scroll");
  const at = scroll && { left: scroll.scrollLeft, top: scroll.scrollTop, width: scroll.scrollWidth, height: scroll.scrollHeight };
  for (const old of document.querySelectorAll("[data-swap]")) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(document.adoptNode(fresh));
  }
  document.body.className = page.body.className;
  const now = document.querySelector(".photo-scroll");
  if (now && at) {
    now.scrollLeft = (at.left * now.scrollWidth) / at.width;
    now.scrollTop = (at.top * now.scrollHeight) / at.height;
  }
  setAdding(false);
  showPicked(now);
}

// Brings the picked tile into the visible part of the photo, above the sheet.
function showPicked(scroll) {
  const picked = scroll?.querySelector(".outline.picked .edge");
  if (!picked) return;
  const box = picked.getBoundingClientRect();
  const frame = scroll.getBoundingClientRect();
  scroll.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
  scroll.scrollTop += box.top + box.height / 2 - frame.top - frame.height / 2;
  const sheet = document.getElementById("sheet").getBoundingClientRect();
  const now = picked.getBoundingClientRect();
  if (now.bottom > sheet.top - 12 || now.top < 8) window.scrollBy(0, now.top - Math.max(60, sheet.top / 3));
}

function moveFocus() {
  const title = document.querySelector("#sheet:not([hidden]) h2");
  if (title) return title.focus({ preventScroll: true });
  const from = opener && document.querySelector(opener);
  (from ?? document.getElementById("doubts") ?? document.getElementById("main")).focus({ preventScroll: true });
}

function opens(link) {
  return link.dataset.tile ? `#tile-${link.dataset.tile}` : `[data-pick][href="${CSS.escape(link.getAttribute("href"))}"]`;
}

function say(failure) {
  const line = failureLine(failure);
  document.getElementById("messages").replaceChildren(line);
  line.scrollIntoView({ block: "nearest" });
}

function setAdding(on) {
  adding = on;
  const card = document.getElementById("photo");
  card?.classList.toggle("adding", on);
  card?.querySelector("[data-adding]")?.setAttribute("aria-pressed", String(on));
}

document.addEventListener("click", (event) => {
  const svg = event.target.closest("svg.photo");
  if (adding && svg) {
    event.preventDefault();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    visit(`${svg.dataset.add}&x=${point.x.toFixed(1)}&y=${point.y.toFixed(1)}`);
    return;
  }
  const link = event.target.closest("a[data-pick]");
  if (link && onScene() && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (!("close" in link.dataset)) opener = opens(link);
    visit(link.href.baseVal ?? link.href);
    return;
  }
  const button = event.target.closest("button");
  if (button?.matches("[data-print]")) print();
  if (button?.matches("[data-adding]")) setAdding(!adding);
  if (button?.matches("[data-labels]")) {
    const hidden = document.getElementById("photo").classList.toggle("no-labels");
    button.setAttribute("aria-pressed", String(!hidden));
  }
});

// A tap that just misses a small tile on the photo picks the nearest one.
document.addEventListener("click", (event) => {
  const svg = event.target.closest("svg.photo");
  if (!svg || adding || event.defaultPrevented) return;
  let best = null;
  let distance = 30;
  for (const tile of svg.querySelectorAll(".outline")) {
    const box = tile.querySelector(".edge").getBoundingClientRect();
    const away = Math.hypot(box.left + box.width / 2 - event.clientX, box.top + box.height / 2 - event.clientY);
    if (away < distance) [best, distance] = [tile, away];
  }
  if (best) {
    opener = opens(best);
    visit(best.href.baseVal);
  }
});

// A form that is sent and whose answer takes long: it says so, and cannot be sent again meanwhile.
function showWorking(form, on) {
  const progress = form.querySelector("[data-working]");
  if (!progress) return;
  progress.hidden = !on;
  for (const button of form.querySelectorAll("button")) button.disabled = on;
  document.getElementById("announce").textContent = on ? progress.textContent.trim() : "";
}

// The browser's way back may show the page as it was left: still working, or of a turn that is over.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  if (document.querySelector("[data-ages]")) return location.reload();
  for (const form of document.forms) showWorking(form, false);
  for (const progress of document.querySelectorAll(".take .progress")) progress.hidden = true;
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.confirm && !confirm(form.dataset.confirm)) return event.preventDefault();
  showWorking(form, true);
  if (!form.matches("[data-live]") || !onScene()) return;
  event.preventDefault();
  visit(form.action, { method: "POST", body: new FormData(form, event.submitter) });
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  document.querySelector("#sheet:not([hidden]) [data-close]")?.click();
  setAdding(false);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-photo]");
  if (form && event.target.files?.length) sendPhoto(form, event.target);
  const chosen = event.target.closest("label")?.querySelector("[data-chosen]");
  if (chosen) chosen.textContent = event.target.files[0]?.name ?? "";
});

for (const form of document.querySelectorAll("form[data-photo]")) {
  // Chosen before this script had loaded: send it now.
  const early = [...form.querySelectorAll("input[type=file]")].find((input) => input.files.length);
  if (early) sendPhoto(form, early);
}
showKept();
keepAddress();
// What a page says as it opens is in no live region's ears yet.
const told = document.getElementById("messages").textContent.trim();
if (told) setTimeout(() => { document.getElementById("announce").textContent = told; }, 500);
showPicked(document.querySelector(".photo-scroll"));
