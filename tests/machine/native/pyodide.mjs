// Carries out Python in Pyodide: node pyodide.mjs ROOT PACKAGES CODE, folders that it reads.
import { loadPyodide } from "pyodide";

const [root, packages, code] = process.argv.slice(2);
const pyodide = await loadPyodide({ env: { CAVEWRIGHT_CACHE: "off" } });
pyodide.mountNodeFS("/root", root);
pyodide.mountNodeFS("/packages", packages);
pyodide.runPython("import sys; sys.path += ['/root/engine', '/packages']");
pyodide.runPython(code);
