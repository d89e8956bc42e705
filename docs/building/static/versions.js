// Where several versions lie side by side (tools/versions.py), one can go to the same page of another.
// Below /docs of a server there is one only, and nothing is asked.
(() => {
  const place = document.querySelector("[data-versions]");
  if (!place) return;
  const root = new URL(place.dataset.versions, location.href);
  const here = root.pathname.split("/").at(-2);
  if (!/^(next|\d+\.\d+\.\d+)$/.test(here)) return;
  fetch(new URL("../versions.json", root))
    .then((answer) => (answer.ok ? answer.json() : []))
    .then((versions) => {
      const choice = document.createElement("select");
      choice.setAttribute("aria-label", "Version");
      for (const version of versions) choice.add(new Option(version, version, false, version === here));
      choice.addEventListener("change", async () => {
        const page = location.href.slice(root.href.length);
        const there = new URL(`../${choice.value}/`, root);
        const same = await fetch(new URL(page, there), { method: "HEAD" });
        location.href = new URL(same.ok ? page : "index.html", there).href;
      });
      place.replaceChildren("Version ", choice);
    })
    .catch(() => {});
})();
