// Runs before a page is shown: the theme that was chosen, the switches for it and for the language, "/" for the search.
(() => {
  const chosen = (name) =>
    (document.cookie.split("; ").find((one) => one.startsWith(`${name}=`)) || "=").split("=")[1];
  const theme = chosen("schedario-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  document.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-choose]");
    if (!choice) return;
    document.cookie = `${choice.dataset.choose}; Path=/; Max-Age=31536000; SameSite=Strict`;
    window.location.reload();
  });

  document.addEventListener("click", (event) => {
    const toggle = event.target.closest("[data-toggle]");
    const text = toggle && toggle.parentElement.querySelector(".marked");
    if (text) toggle.setAttribute("aria-expanded", text.classList.toggle(toggle.dataset.toggle));
  });

  // A session that has ended opens no socket: the page then asks for a token, and shows nothing any more.
  const waiting = window.setInterval(() => {
    if (!window.socket) return;
    window.clearInterval(waiting);
    window.socket.on("connect_error", async () => {
      const reply = await fetch("/favicon.ico", { cache: "no-store" }).catch(() => null);
      if (reply && reply.status === 401) window.location.reload();
    });
  }, 200);

  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || writes || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const box = document.getElementById("query");
    if (box) {
      box.focus();
      box.select();
    } else {
      window.location.assign("/#query");
    }
  });
})();
