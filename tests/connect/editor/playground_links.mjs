// Links of the playground: pasted into an open page, cut, forged and too long. Arguments: where puppeteer-core lies, the address.
import { launched } from "../web/browser.mjs";
const [, , puppeteerAt, address] = process.argv;
const LONG = 60_000, said = { errors: [] };
const browser = await launched(puppeteerAt);

const stateOf = (page) => page.$eval("#state", (each) => each.textContent);
const textOf = (page) => page.$eval("#text", (each) => each.value);
const hasState = (page, text) => page.waitForFunction((wanted) => document.getElementById("state").textContent.includes(wanted), { timeout: LONG, polling: 50 }, text);
const hasText = (page, text) => page.waitForFunction((wanted) => document.getElementById("text").value.includes(wanted), { timeout: LONG, polling: 50 }, text);

/** Puts a line before the text, as a visitor who pastes it. */
async function write(page, line) {
  await page.$eval("#text", (each, more) => {
    each.value = `${more}\n${each.value}`;
    each.dispatchEvent(new Event("input"));
  }, line);
  await new Promise((go_on) => setTimeout(go_on, 400));
}

const paste = (page, letters) => page.evaluate((hash) => { location.hash = hash; }, letters);
const packed = (page, work) => page.evaluate(async (each) => (await import("./links.mjs")).packed(each), work);

try {
  const page = await browser.newPage();
  page.on("pageerror", (error) => said.errors.push(String(error)));
  await page.goto(address, { timeout: LONG });
  await hasState(page, "nothing is wrong");
  await write(page, "# made for sharing");
  await page.click("#share");
  await page.waitForFunction(() => location.hash.length > 1, { timeout: LONG });
  const link = await page.evaluate(() => location.hash.slice(1));

  const other = await browser.newPage();
  other.on("pageerror", (error) => said.errors.push(String(error)));
  await other.goto(address, { timeout: LONG });
  await hasState(other, "nothing is wrong");
  await write(other, "# mine, and not lost");
  await paste(other, link);
  await hasText(other, "# made for sharing");
  said.pasted = (await textOf(other)).slice(0, 60);
  await other.goBack();
  await hasText(other, "# mine, and not lost");
  said.back = (await textOf(other)).slice(0, 60);

  const middle = link[Math.floor(link.length / 2)] === "A" ? "B" : "A";
  const forged = {
    cut: link.slice(0, -7),
    changed: link.slice(0, link.length / 2) + middle + link.slice(link.length / 2 + 1),
    letters: "no letters!",
    list: await packed(other, []),
    no_text: await packed(other, { game: "tic-tac-toe", changed: { "tic-tac-toe.cave": 7 } }),
    changed_list: await packed(other, { game: "tic-tac-toe", changed: ["x"] }),
    no_game: await packed(other, { game: "__proto__", changed: {} }),
    no_file: await packed(other, { game: "tic-tac-toe", changed: { "../../x.cave": "x" } }),
    a_name: await packed(other, JSON.parse('{"game": "tic-tac-toe", "changed": {"constructor": "x"}}')),
    endless: await other.evaluate(async () => {
      const { MOST_SIGNS } = await import("./links.mjs");
      const stream = new Blob([" ".repeat(MOST_SIGNS + 2)]).stream().pipeThrough(new CompressionStream("deflate"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    }),
  };
  said.forged = {};
  for (const [name, letters] of Object.entries(forged)) {
    await paste(other, letters);
    await hasState(other, "that link");
    said.forged[name] = [await stateOf(other), (await textOf(other)).includes("# mine, and not lost"), await other.evaluate(() => location.hash)];
    await write(other, "# more");
  }
  await other.reload({ timeout: LONG });
  await hasText(other, "# mine, and not lost");
  said.anew = (await textOf(other)).includes("# more");

  const third = await browser.newPage();
  third.on("pageerror", (error) => said.errors.push(String(error)));
  await third.goto(`${address}#${forged.cut}`, { timeout: LONG });
  await hasState(third, "nothing is wrong");
  said.begun = [await stateOf(third), (await textOf(third)).length > 100];
  await third.evaluate(() => {
    const noise = Array.from({ length: 400_000 }, () => String.fromCharCode(33 + Math.floor(Math.random() * 94))).join("");
    const text = document.getElementById("text");
    text.value += `\n# ${noise}`;
    text.dispatchEvent(new Event("input"));
  });
  await third.click("#share");
  await hasState(third, "300000");
  said.long = [await stateOf(third), await third.evaluate(() => location.hash)];
} catch (error) {
  said.errors.push(String(error.stack ?? error));
} finally {
  await browser.close();
}
console.log(JSON.stringify(said));
