import type { Event } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { pruneEvents } from "#events";
import { addUser, engines, type TestApp, testApp } from "#test";
import { openHttp, type TestHttp } from "../http.fixture.ts";

type Message = { id: string | undefined; event: string | undefined; data: string | undefined };

/** Reads a stream message by message, as messages arrive. */
function read(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async next(): Promise<Message | null> {
      while (!text.includes("\n\n")) {
        const piece = await reader?.read();
        if (!piece || piece.done) return null;
        text += piece.value;
      }
      const end = text.indexOf("\n\n");
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
      return { id: field("id"), event: field("event"), data: field("data") };
    },
    async events(count: number): Promise<Event[]> {
      const found: Event[] = [];
      while (found.length < count) {
        const message = await this.next();
        if (!message) throw new Error(`The stream ended after ${found.length} events.`);
        if (message.data && !message.event) found.push(JSON.parse(message.data));
      }
      return found;
    },
    leave: () => reader?.cancel(),
  };
}

describe.each(engines)("the event stream on %s", (engine) => {
  let t: TestApp;
  let http: TestHttp;
  beforeAll(async () => {
    t = await testApp(engine);
    http = openHttp(t);
  });
  afterAll(async () => {
    http.close();
    await t[Symbol.asyncDispose]();
  });
  const open = async (path: string, headers: Record<string, string> = {}) => read(await http.send(path, { headers }));
  const make = (brief: string) => http.client.createProject({ body: { brief } });

  it("sends events immediately, in the format of the contract", async () => {
    const response = await http.send("/api/events?after=0");
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const stream = read(response);
    expect(await stream.next()).toEqual({ id: "0", event: undefined, data: undefined });
    const project = await make("One hedge.");
    const message = await stream.next();
    const event = JSON.parse(message?.data ?? "{}") as Event;
    expect(message).toMatchObject({ id: String(event.seq), event: undefined });
    expect(event).toMatchObject({ kind: "project.created", projectId: project.id });
    await stream.leave();
  });

  it("replays from any number, then continues live, without losing or repeating events", async () => {
    for (const brief of ["A second hedge.", "A third hedge."]) await make(brief);
    const all = await (await open("/api/events?after=0")).events(3);
    for (const [index, { seq }] of all.entries()) {
      const stream = await open(`/api/events?after=${seq}`);
      expect(await stream.events(2 - index)).toEqual(all.slice(index + 1));
      await stream.leave();
    }
    const stream = await open("/api/events?after=0");
    const [replayed] = await Promise.all([stream.events(5), make("A fourth hedge."), make("A fifth hedge.")]);
    expect(replayed.slice(0, 3)).toEqual(all);
    expect(new Set(replayed.map((event) => event.seq)).size).toBe(5);
  });

  it("prefers Last-Event-ID to the address, which is outdated after a reconnect", async () => {
    const [first, second] = await (await open("/api/events?after=0")).events(2);
    const stream = await open("/api/events?after=0", { "last-event-id": String(first?.seq) });
    expect(await stream.events(1)).toEqual([second]);
  });

  it("starts after the newest event if no number is given, and sends that event's number", async () => {
    const stream = await open("/api/events");
    const { id } = (await stream.next()) ?? {};
    const project = await make("A late hedge.");
    const [event] = await stream.events(1);
    expect(event?.projectId).toBe(project.id);
    const again = await open("/api/events", { "last-event-id": id ?? "" });
    expect(await again.events(1)).toEqual([event]);
  });

  it("sends another user no events", async () => {
    const stranger = openHttp(t, await addUser(t.database, "a stranger"));
    const stream = read(await stranger.send("/api/events?after=0"));
    const own = await stranger.client.createProject({ body: { brief: "A stranger's hedge." } });
    expect((await stream.events(1))[0]?.projectId).toBe(own.id);
    stranger.close();
  });

  it.each(["minus", "-1", "1.5"])("refuses the number %s", async (after) => {
    expect((await http.send(`/api/events?after=${after}`)).status).toBe(400);
  });

  it("answers an event number of another database with a reset", async () => {
    const stream = await open("/api/events", { "last-event-id": "9000000" });
    expect(await stream.next()).toMatchObject({ event: "reset", data: "{}" });
    const project = await make("A hedge after all.");
    expect((await stream.events(1))[0]?.projectId).toBe(project.id);
  });

  it("resets a reader whose cursor was deleted, and continues with the remaining events", async () => {
    await pruneEvents(t.database, { keepNewest: 1 });
    const stream = await open("/api/events?after=1");
    await stream.next();
    const reset = await stream.next();
    expect(reset).toMatchObject({ event: "reset", data: "{}" });
    const [kept] = await stream.events(1);
    expect(Number(reset?.id)).toBeLessThan(kept?.seq ?? 0);
    const again = await open("/api/events", { "last-event-id": String(reset?.id) });
    expect(await again.events(1)).toEqual([kept]);
  });

  it("keeps the connection open while there are no events", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    try {
      const response = await http.send("/api/events");
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      await reader?.read();
      await make("A hedge to be sure that it follows."); // the stream sends this event only after it has set its timer
      await reader?.read();
      vi.advanceTimersByTime(15_000);
      expect((await reader?.read())?.value).toBe(": keep-alive\n\n");
      await reader?.cancel();
    } finally {
      vi.useRealTimers();
    }
  });

  it("ends when the HTTP layer closes", async () => {
    const closing = openHttp(t);
    const stream = read(await closing.send("/api/events"));
    await stream.next();
    closing.close();
    expect(await stream.next()).toBeNull();
  });
});
