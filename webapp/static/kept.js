// The answer to a form that is kept has an address of its own: the page that is opened
// again, or shown in the other language, is that one.
export function keepAddress() {
  const kept = document.querySelector("[data-kept]")?.dataset.kept;
  if (!kept) return;
  history.replaceState(null, "", kept);
  document.querySelector(".languages [name=back]").value = kept;
}
