// A learning platform that shows the package in a frame, as Moodle and ILIAS do. Its SCORM object is scorm-again's, which holds
// each value to the standard; this notes every call with what came of it.
const calls = [];
const kept = {};

// Begins an attempt of a student, with what the last one left.
const launch = (student) => {
  const real = new Scorm12API({ autocommit: false, logLevel: 5 });
  real.loadFromJSON({ ...kept[student], core: { ...kept[student]?.core, student_id: student, student_name: student } }, "cmi");
  window.API = {};
  for (const name of ["LMSInitialize", "LMSFinish", "LMSGetValue", "LMSSetValue", "LMSCommit", "LMSGetLastError", "LMSGetErrorString", "LMSGetDiagnostic"]) {
    window.API[name] = (...values) => {
      const answer = real[name](...values);
      if (name === "LMSCommit") kept[student] = JSON.parse(JSON.stringify(real.cmi));
      if (name !== "LMSGetLastError") calls.push([name, ...values, Number(real.LMSGetLastError())]);
      return answer;
    };
  }
  const frame = document.createElement("iframe");
  frame.src = "package/scorm.html";
  frame.width = 1200;
  frame.height = 700;
  document.body.append(frame);
};

const leave = () => document.querySelector("iframe").remove();
