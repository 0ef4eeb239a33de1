import type { Server } from "node:http";
import type { ErrorCode } from "@dialectic/contract";
import type { App } from "#app";
import type { AppError, Log, OpeningStep } from "#platform";

type Listener = { server: Server; port: number };
type Starting = {
  tell(step: OpeningStep): void;
  fail(reason: { code: ErrorCode; sentence: string; secret: string | null }): Promise<void>;
};

/**
 * The functions of the HTTP server and the worker that the CLI uses. Entry points may not import each other, so they
 * are passed in. Importing them late also keeps `--help` and commands that talk to a running server fast.
 */
export type EntryPoints = {
  http(): Promise<{
    listen(port: number): Promise<Listener & { starting: Starting }>;
    serve(input: { app: App; listener: Listener; log: Log; web: boolean; say: (line: string) => void }): {
      url: string;
      openUrl: string;
      port: number;
      close(): Promise<void>;
    };
    /** Describes whether the web app is built. */
    describeWebBuild(): string;
    createHttp(input: { app: App; log: Log; secret: string; port: number; webApp: null }): {
      fetch(request: Request): Promise<Response>;
      close(): void;
    };
  }>;
  worker(): Promise<{
    startWork(input: { app: App; background?: boolean }): Promise<{ readonly refused: Promise<AppError> }>;
  }>;
};
