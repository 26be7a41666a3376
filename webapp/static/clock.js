// The turn clock, which lives in the page alone, and the pool counter.
import { failureLine, failureOn } from "./failure.js";

const WARN = 10;

class TurnClock extends HTMLElement {
  connectedCallback() {
    this.players = this.dataset.players.split("\n");
    this.first = Number(this.dataset.first);
    this.chess = this.dataset.mode === "chess";
    this.full = Number(this.dataset.seconds);
    this.words = { go: this.at("[data-go]").textContent, on: this.at("[data-words-go]").textContent, pause: this.at("[data-words-pause]").textContent };
    this.reset();
    this.at("[data-go]").addEventListener("click", () => (this.running ? this.pause() : this.go()));
    this.at("[data-next]").addEventListener("click", () => this.next());
    this.at("[data-chess]").addEventListener("change", (event) => { this.chess = event.target.checked; this.reset(); });
    const own = this.at("[data-own]");
    own.addEventListener("change", () => this.takeOwn(own));
    // Letters leave the field's value empty as it was: some browsers call that no change.
    own.addEventListener("blur", () => own.validity.badInput && this.takeOwn(own));
    for (const chip of this.querySelectorAll("[data-set]")) chip.addEventListener("click", () => { own.value = ""; this.setFull(Number(chip.dataset.set)); });
    document.addEventListener("visibilitychange", () => this.running && this.stayAwake());
  }

  at(selector) { return this.querySelector(selector); }

  takeOwn(own) {
    if (own.value && own.validity.valid) return this.setFull(Number(own.value));
    own.setAttribute("aria-invalid", "true");
    this.at("[data-own-mistake]").hidden = false;
  }

  setFull(seconds) {
    this.full = seconds;
    this.at("[data-own]").removeAttribute("aria-invalid");
    this.at("[data-own-mistake]").hidden = true;
    for (const chip of this.querySelectorAll("[data-set]")) chip.setAttribute("aria-pressed", String(Number(chip.dataset.set) === seconds));
    this.reset();
  }

  reset() {
    this.pause();
    this.turn = this.first;
    this.left = this.players.map(() => this.full * 1000);
    this.warned = false;
    this.at("[data-up]").hidden = true;
    this.at("[data-go]").textContent = this.words.go;
    this.show();
  }

  go() {
    if (this.left[this.turn] <= 0) return;
    this.running = true;
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
    this.at("[data-go]").textContent = this.words.pause;
    this.sound ??= new AudioContext();
    this.stayAwake();
  }

  pause() {
    clearInterval(this.timer);
    if (this.running) this.at("[data-go]").textContent = this.words.on;
    this.running = false;
    this.awake?.release();
  }

  next() {
    this.pause();
    this.turn = (this.turn + 1) % this.players.length;
    if (!this.chess) this.left[this.turn] = this.full * 1000;
    this.warned = false;
    this.at("[data-up]").hidden = true;
    this.show();
    this.go();
  }

  tick() {
    const now = performance.now();
    this.left[this.turn] -= now - this.since;
    this.since = now;
    if (this.left[this.turn] <= 0) {
      this.left[this.turn] = 0;
      this.pause();
      this.at("[data-up]").hidden = false;
      this.signal([300, 100, 300, 100, 600], 440, 0.9);
    } else if (!this.warned && this.left[this.turn] <= WARN * 1000) {
      this.warned = true;
      this.signal([120], 880, 0.15);
    }
    this.show();
  }

  show() {
    const seconds = Math.ceil(this.left[this.turn] / 1000);
    const face = this.at("[data-face]");
    face.textContent = seconds >= 100 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : String(seconds);
    face.classList.toggle("late", seconds <= WARN);
    this.at("[data-who]").textContent = this.players[this.turn];
  }

  signal(pattern, pitch, length) {
    if (!this.at("[data-sound]").checked) return;
    navigator.vibrate?.(pattern);
    const tone = this.sound.createOscillator();
    const volume = this.sound.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = pitch;
    tone.connect(volume).connect(this.sound.destination);
    tone.start();
    tone.stop(this.sound.currentTime + length);
  }

  async stayAwake() {
    try {
      this.awake = await navigator.wakeLock?.request("screen");
    } catch {
      // The phone may refuse; the clock runs on.
    }
  }
}

// Counts on the server, but without a new page: that would stop the clock.
class PoolCounter extends HTMLElement {
  connectedCallback() {
    this.sent = Promise.resolve();
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      const body = new FormData(event.target, event.submitter);
      this.sent = this.sent.then(() => this.send(event.target.action, body));
    });
  }

  async send(action, body) {
    this.querySelector(".failed")?.remove();
    let failure = { line: document.documentElement.dataset.offline };
    try {
      const response = await fetch(action, { method: "POST", credentials: "same-origin", body });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const left = page.querySelector("pool-counter [data-left]");
      failure = left ? null : (failureOn(page) ?? failure);
      if (left) this.querySelector("[data-left]").textContent = left.textContent;
    } catch {
      // Said below.
    }
    if (failure) this.append(failureLine(failure));
  }
}

customElements.define("turn-clock", TurnClock);
customElements.define("pool-counter", PoolCounter);
