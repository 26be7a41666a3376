// What failed, as a line that looks like an error and is announced as one.

// What a page of ours says that tells of a failure; null where it tells of none.
export function failureOn(page) {
  const [title, line] = ["h1", ".line"].map((part) => page.querySelector(`#failure ${part}`)?.textContent);
  return line ? { title, line } : null;
}

export function failureLine({ title, line }) {
  const words = document.createElement("span");
  if (title) words.append(Object.assign(document.createElement("strong"), { textContent: `${title}: ` }));
  words.append(line);
  const shown = Object.assign(document.createElement("p"), { className: "mistake failed" });
  shown.setAttribute("role", "alert");
  shown.append(words);
  return shown;
}
