import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { dropUnusedSchemas } from "./drop-unused-schemas.ts";
import { precompress } from "./precompress.ts";

export default defineConfig(({ command }) => {
  // Whoever builds may run under another setting (a test runner's); what is served is always the small, fast build.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: import.meta.dirname,
    plugins: [react(), tailwindcss(), dropUnusedSchemas(), precompress()],
    build: {
      // Nothing becomes a data: address, so that the server can allow its own origin and nothing else.
      assetsInlineLimit: 0,
      target: "es2023",
    },
  };
});
