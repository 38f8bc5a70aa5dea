import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8765";

export default defineConfig({
  build: {
    outDir: "../src/balka/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  // `npm run dev` draws against whatever listens here: the real server or `npm run mock`.
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  // Tests run in node; one that needs a page says so in its first line.
  test: { include: ["src/**/*.test.ts"], pool: "threads", reporters: ["dot"], testTimeout: 60_000 },
});
