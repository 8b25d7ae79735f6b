// Tells the learning platform how far its student is, by SCORM 1.2, while the page works in the frame below.
//
// What it reads is what the page keeps in this browser's storage: the exercises that have passed. What it reports:
//   cmi.core.score.raw       the percentage of the course's exercises that have passed
//   cmi.core.lesson_status   "incomplete", and "completed" once all of them have
//   cmi.suspend_data         their ids, so that those that passed in another browser go on counting
//   cmi.core.session_time    how long it was open
// Without a platform around it, it shows the page and reports nothing.
(() => {
  const all = document.documentElement.dataset.exercises.split(" ");
  const notice = document.getElementById("notice");
  const opened = Date.now();
  const ownerKey = "policy-lab-scorm-student";

  // The platform's object is in a window around this one, or around the one that opened it.
  const apiAround = (start) => {
    for (let it = start; it; it = it.parent) {
      try {
        if (it.API) return it.API;
      } catch {
        // A window of another origin, whose parent may be the platform's.
      }
      if (it.parent === it) return null;
    }
    return null;
  };
  const api = apiAround(window) || apiAround(window.opener) || apiAround(window.top.opener);

  // Returns the platform's answer, and null if it refuses.
  const ask = (name, ...values) => {
    try {
      const answer = String(api[name](...values));
      const code = String(api.LMSGetLastError());
      if (code === "0") return answer;
      console.warn(`Policy Lab: the platform refuses ${name}(${values.join(", ")}) with error ${code}`);
    } catch (error) {
      console.warn(`Policy Lab: the platform failed at ${name}: ${error.message}`);
    }
    return null;
  };
  if (!api) return console.info("Policy Lab: there is no SCORM platform around this page, so nothing is reported");
  if (ask("LMSInitialize", "") !== "true") return;

  const read = (name) => ask("LMSGetValue", name) || "";
  const tell = (name, value) => ask("LMSSetValue", name, String(value));
  const known = (ids) => ids.filter((id) => all.includes(id));

  const student = read("cmi.core.student_id");
  const passed = new Set(known(read("cmi.suspend_data").split(",")));
  let status = read("cmi.core.lesson_status");
  if (["", "not attempted", "unknown", "browsed"].includes(status)) {
    status = "incomplete";
    tell("cmi.core.lesson_status", status);
    ask("LMSCommit", "");
  }

  const passedHere = () => {
    try {
      const { passed: ids } = JSON.parse(localStorage.getItem("policy-lab-course"));
      return known(ids);
    } catch {
      // Nothing is kept, or the browser does not allow it.
      return [];
    }
  };

  // Where students share a browser, its work is of the one who came first, until it is forgotten.
  const isOwn = (ids) => {
    try {
      const owner = localStorage.getItem(ownerKey);
      if (owner !== null && owner !== student && ids.length > 0) return false;
      localStorage.setItem(ownerKey, student);
    } catch {
      // Nothing is kept, so nothing is another's.
    }
    return true;
  };

  const report = () => {
    const here = passedHere();
    notice.hidden = isOwn(here);
    const before = passed.size;
    if (notice.hidden) here.forEach((id) => passed.add(id));
    if (passed.size === before) return;
    tell("cmi.core.score.min", 0);
    tell("cmi.core.score.max", 100);
    tell("cmi.core.score.raw", Math.round((100 * passed.size) / all.length));
    tell("cmi.suspend_data", [...passed].join(","));
    if (passed.size === all.length && status === "incomplete") {
      status = "completed";
      tell("cmi.core.lesson_status", status);
    }
    ask("LMSCommit", "");
  };

  const finish = () => {
    report();
    const seconds = Math.round((Date.now() - opened) / 1000);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    tell("cmi.core.session_time", parts.map((part) => String(part).padStart(2, "0")).join(":"));
    // So that the platform opens the same attempt next time, with what it holds.
    tell("cmi.core.exit", "suspend");
    ask("LMSFinish", "");
  };

  report();
  // The page in the frame stores; a null key means that all was deleted.
  addEventListener("storage", ({ key }) => {
    if (key === "policy-lab-course" || key === null) report();
  });
  addEventListener("pagehide", finish);
  // The browser's “back” may show this as it was left, when the platform has closed the session already.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
})();
