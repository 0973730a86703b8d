// Client of `cavewright lsp`, and the panel in which rules are played.
const fs = require("fs");
const http = require("http");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client, panel, server;

function started() {
  const set = vscode.workspace.getConfiguration("cavewright");
  const run = { command: set.get("command"), args: ["lsp", "--lang", set.get("language")], transport: TransportKind.stdio };
  const chosen = [{ scheme: "file", language: "cave" }, { scheme: "untitled", language: "cave" }];
  const watched = vscode.workspace.createFileSystemWatcher("**/*.{cave,csv,po}");
  client = new LanguageClient("cavewright", "Cavewright", run, { documentSelector: chosen, synchronize: { fileEvents: watched } });
  return client.start().catch((wrong) => vscode.window.showErrorMessage(
    `Cavewright: ${wrong.message}. Install it with: pip install "cavewright[lsp]", or set cavewright.command.`));
}

/** The example in which the cursor stands, or "". */
function exampleAt(editor) {
  for (let line = editor.selection.active.line; line >= 0; line--) {
    const found = /^(?:add )?(\w+)\s*([\w-]*)/.exec(editor.document.lineAt(line).text);
    if (found) return found[1] === "example" ? found[2] : "";
  }
  return "";
}

const KINDS = { ".html": "text/html", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

/** Serves one folder on this machine alone, under a path that nobody can guess; gives the port and that path. */
function serve(folder) {
  server?.close();
  const secret = require("crypto").randomBytes(16).toString("hex");
  return new Promise((ready) => {
    server = http.createServer((asked, answer) => {
      const [, key, name] = new URL(asked.url, "http://x").pathname.split("/");
      const file = path.join(folder, path.basename(name || "index.html"));
      if (key !== secret || !fs.existsSync(file)) { answer.writeHead(404).end(); return; }
      answer.writeHead(200, { "Content-Type": KINDS[path.extname(file)] ?? "text/plain" });
      fs.createReadStream(file).pipe(answer);
    }).listen(0, "127.0.0.1", () => ready([server.address().port, `${secret}/index.html`]));
  });
}

async function play() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== "cave") return;
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  const given = { command: "cavewright.buildPage", arguments: [uri, exampleAt(editor)] };
  const made = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Cavewright builds the game" },
    () => client.sendRequest("workspace/executeCommand", given));
  if (made.error) { vscode.window.showErrorMessage(made.error); return; }
  const [port, page] = await serve(made.folder);
  const outside = await vscode.env.asExternalUri(vscode.Uri.parse(`http://127.0.0.1:${port}/`)); // a proxy may drop a path
  const address = outside.toString(true).replace(/\/*$/, "/") + page + (made.start ? `#${made.start}` : "");
  panel ??= vscode.window.createWebviewPanel("cavewright", "Cavewright", vscode.ViewColumn.Beside, { enableScripts: true, retainContextWhenHidden: true });
  panel.onDidDispose(() => { panel = undefined; server?.close(); });
  panel.webview.html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src http: https:; style-src 'unsafe-inline'">
    <style>html, body, iframe { margin: 0; padding: 0; border: 0; width: 100%; height: 100vh }</style><iframe title="Cavewright" src="${address.replace(/"/g, "%22")}"></iframe>`;
}

/** What is debugged where nothing says so: the example under the cursor, or a match of the rules that are open. */
function configured(folder, config) {
  const editor = vscode.window.activeTextEditor;
  if (config.type || !editor || editor.document.languageId !== "cave") return config;
  const example = exampleAt(editor);
  return { type: "cavewright", request: "launch", name: example || "Match", program: editor.document.uri.fsPath, ...(example && { example }) };
}

function adapter() {
  const set = vscode.workspace.getConfiguration("cavewright");
  return new vscode.DebugAdapterExecutable(set.get("command"), ["dap"]);
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("cavewright", { resolveDebugConfiguration: configured }),
    vscode.debug.registerDebugAdapterDescriptorFactory("cavewright", { createDebugAdapterDescriptor: adapter }),
    vscode.commands.registerCommand("cavewright.play", play),
    vscode.commands.registerCommand("cavewright.restart", async () => { await client?.stop().catch(() => {}); await started(); }),
  );
  return started();
};

exports.deactivate = () => { server?.close(); return client?.stop(); };
