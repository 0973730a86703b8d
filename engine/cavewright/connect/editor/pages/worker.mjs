// Python beside the page: it answers one question after the other.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = (async () => {
  postMessage({ state: "loading" });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  const site = python.runPython("import sysconfig; sysconfig.get_paths()['purelib']");
  const [packages] = await Promise.all([fetch("site.zip").then((each) => each.arrayBuffer())]);
  python.unpackArchive(packages, "zip", { extractDir: site });
  python.runPython("import importlib; importlib.invalidate_caches()");
  postMessage({ state: "starting" });
  python.runPython("import json\nfrom cavewright.connect.editor.playground import Playground\nplayground = Playground('LANG')");
  return python;
})();

async function answer(question, given) {
  const python = await ready;
  python.globals.set("asked", JSON.stringify([question, ...given]));
  if (question !== "page") return JSON.parse(python.runPython("json.dumps(playground.ask(*json.loads(asked)))"));
  const made = python.runPython("playground.page()").toJs({ dict_converter: Object.fromEntries });
  return made.error ? made : { files: made };
}

let last = Promise.resolve();
onmessage = ({ data: { id, question, given } }) => {
  last = last.then(() => answer(question, given)).catch((wrong) => ({ error: String(wrong.message ?? wrong).trim().split("\n").at(-1) })).then((made) => postMessage({ id, answer: made }));
};
