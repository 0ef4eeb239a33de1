/**
 * Runs a provider in its own process, so that the measured process does not do the provider's work. Writes the
 * provider's address to the data folder, prints `ready`, and answers requests.
 */
import { startPaidProvider } from "../../server/test/support/start-paid-provider.ts";

const [dataDir = "", thinkMs = "0"] = process.argv.slice(2);
const words = Array.from({ length: 20 }, (_, index) => `This is sentence number ${index} of an answer. `);
const provider = await startPaidProvider(() => ({ pieces: [words.join("")], pauseMs: Number(thinkMs) }));
provider.listIn(dataDir);
process.stdout.write("ready\n");
