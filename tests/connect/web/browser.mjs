// Starts Chromium without a window and without what it would ask of a network.
import { pathToFileURL } from "node:url";

/** A browser; `puppeteerAt` is where puppeteer-core lies. Without `motion` others play at once. */
export async function launched(puppeteerAt, motion = false) {
  const { default: puppeteer } = await import(pathToFileURL(puppeteerAt).href);
  return puppeteer.launch({
    executablePath: "/usr/bin/chromium", headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...(motion ? [] : ["--force-prefers-reduced-motion"])], // others play at once
  });
}
