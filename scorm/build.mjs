// Makes a SCORM 1.2 package of a finished page.
//   node build.mjs FOLDER VERSION ARCHIVE      FOLDER is the folder of the page; ARCHIVE, a .zip, is written
// The same page gives the same archive.
import { cpSync, createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipArchive } from "archiver";
import buildPackage from "simple-scorm-packager";

const [folder, version, archive] = process.argv.slice(2);
// Left by the build, and for whoever has the folder.
const unneeded = [".trunk-lock", "README.txt", "SHA256SUMS"];

// Writes the manifest and what belongs to it. Not the archive, which the packager never makes twice alike.
const describe = (source) =>
  new Promise((resolve) => {
    const say = console.log;
    // It tells of each file.
    console.log = (...words) => words.join(" ").includes("\u001b[31m") && console.error(...words);
    const done = () => {
      console.log = say;
      resolve();
    };
    const settings = {
      version: "1.2",
      organization: "Policy Lab",
      title: "Policy Lab",
      // A platform that is told no score to reach leaves the status to the page.
      masteryScore: "",
      startingPage: "scorm.html",
      source,
      uuid: version,
      package: {
        version,
        size: bytesIn(source),
        description: "Learn policy gradients by training CartPole, Pendulum and other tasks in a browser tab",
        rights: "MIT or Apache-2.0",
      },
    };
    buildPackage(settings, done);
  });

const filesIn = (source) =>
  readdirSync(source, { recursive: true })
    .map((file) => join(source, file))
    .filter((file) => statSync(file).isFile())
    .sort();
const bytesIn = (source) => filesIn(source).reduce((sum, file) => sum + statSync(file).size, 0);

const zip = async (source) => {
  const made = new ZipArchive({ zlib: { level: 9 } });
  const written = pipeline(made, createWriteStream(archive));
  for (const file of filesIn(source)) {
    const name = relative(source, file).split(sep).join("/");
    made.append(readFileSync(file), { name, date: new Date("2000-01-01T00:00:00Z"), mode: 0o644 });
  }
  await made.finalize();
  await written;
};

const staging = mkdtempSync(join(tmpdir(), "policy-lab-scorm-"));
try {
  cpSync(folder, staging, { recursive: true, filter: (file) => !unneeded.includes(relative(folder, file)) });
  for (const file of ["scorm.js", "scorm.css"]) cpSync(file, join(staging, file));
  const exercises = Object.keys(JSON.parse(readFileSync(join(folder, "course-en.json"), "utf8")).exercises);
  const page = readFileSync("scorm.html", "utf8");
  writeFileSync(join(staging, "scorm.html"), page.replace('data-exercises=""', `data-exercises="${exercises.join(" ")}"`));

  await describe(staging);
  const leaveOut = (file, what) => writeFileSync(join(staging, file), readFileSync(join(staging, file), "utf8").replace(what, ""));
  leaveOut("imsmanifest.xml", /\s*<adlcp:masteryscore\/>/);
  // The day on which it was packed.
  leaveOut("metadata.xml", /\s*<date>.*?<\/date>/gs);
  await zip(staging);
  console.log(`scorm: ${archive}, ${(statSync(archive).size / 1e6).toFixed(1)} MB, ${exercises.length} exercises`);
} finally {
  rmSync(staging, { recursive: true });
}
