import type { Plugin } from "vite";

/** Node types that can hold schemas: calls, which create them, and object literals, which define routes. */
const holdsSchemas = new Set(["CallExpression", "ObjectExpression"]);
const contract = /\/contract\/src\/[^/]+\.ts$/;

/**
 * Marks the constants of the contract as free of side effects, so that the bundler drops those that the browser does not
 * use. Without the marks, the bundler assumes that `z.object(…)` has side effects, and a single remaining schema would keep
 * all of zod in the bundle.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: "drop-unused-schemas",
    apply: "build",
    enforce: "post", // after the types were removed
    transform(code, id) {
      if (!contract.test(id)) return null;
      let marked = code;
      for (const statement of this.parse(code).body.toReversed()) {
        const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declaration?.type !== "VariableDeclaration") continue;
        for (const { init } of declaration.declarations.toReversed()) {
          if (!init || !holdsSchemas.has(init.type)) continue;
          const value = code.slice(init.start, init.end);
          marked = `${marked.slice(0, init.start)}/* @__PURE__ */ (() => (${value}))()${marked.slice(init.end)}`;
        }
      }
      return { code: marked, map: null };
    },
  };
}
