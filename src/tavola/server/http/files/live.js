// Keeps the parts marked data-live up to date: fetches the page again and takes over what changed.
"use strict";
(() => {
  const EVERY = 2000;
  const parts = () => document.querySelectorAll("[data-live]");
  if (!parts().length) return;
  let late = EVERY;

  const refresh = async () => {
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of parts()) {
        const now = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
        if (now && now.innerHTML !== part.innerHTML) part.replaceChildren(...now.childNodes);
      }
      late = EVERY;
    } catch {
      late = Math.min(late * 2, 60000);
    }
  };

  const go = async () => {
    if (!document.hidden) await refresh();
    setTimeout(go, late);
  };
  setTimeout(go, EVERY);
})();
