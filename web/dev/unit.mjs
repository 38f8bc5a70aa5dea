// Bundles every src/**/*.test.ts and runs it with node's own test runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const files = readdirSync("src", { recursive: true }).filter((name) => String(name).endsWith(".test.ts"));
const out = mkdtempSync(join(tmpdir(), "balka-unit-"));
await build({
  entryPoints: files.map((name) => join("src", String(name))),
  outdir: out,
  bundle: true,
  platform: "node",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  logLevel: "error",
});
const tests = readdirSync(out, { recursive: true })
  .map((name) => join(out, String(name)))
  .filter((name) => name.endsWith(".mjs"));
const run = spawnSync(process.execPath, ["--test", "--test-reporter=dot", ...tests], { stdio: "inherit" });
rmSync(out, { recursive: true });
process.exit(run.status ?? 1);
