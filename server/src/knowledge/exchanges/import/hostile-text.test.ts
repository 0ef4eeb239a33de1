import { longestMessage } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { groupMessages } from "./group-messages.ts";
import { readChat } from "./read-chat.ts";

const read = (chat: unknown) => {
  const found = readChat(chat);
  return found.ok ? groupMessages(found.chat, new Date()) : found;
};

describe("a chat from another program, with hostile text,", () => {
  it.each<[string, (text: string) => unknown]>([
    ["the messages", (text) => read({ uuid: "a", name: "A", chat_messages: [{ sender: "human", text }] })],
    ["the title", (text) => read({ uuid: "a", name: text, chat_messages: [{ sender: "human", text: "a" }] })],
    ["the id", (text) => read({ uuid: text, chat_messages: [{ sender: "human", text: "a" }] })],
    ["a time", (text) => read({ uuid: "a", created_at: text, chat_messages: [] })],
    ["the name of a tool", (text) => read(chatGpt({ author: { role: "tool", name: text }, content: { text: "a" } }))],
    ["the parts", (text) => read(chatGpt({ author: { role: "user" }, content: { parts: [text, { text }] } }))],
  ])("is read in linear time if the hostile text is in %s", { timeout: 120_000 }, (_, readText) => {
    expect(findSlowClasses(readText)).toEqual([]);
  });

  it("is read in linear time and refused as too long if it has a branch of a hundred thousand messages", () => {
    const count = 100_000;
    const nodes = Array.from({ length: count }, (_, n) => [`n${n}`, node(n === 0 ? null : `n${n - 1}`)] as const);
    const chat = { conversation_id: "a", current_node: `n${count - 1}`, mapping: Object.fromEntries(nodes) };
    const before = process.threadCpuUsage();
    expect(readChat(chat)).toMatchObject({ ok: false, reason: expect.stringContaining("more than") });
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000);
  });

  it("is refused if a message is longer than a user may type", () => {
    const text = "]".repeat(10 * longestMessage);
    expect(readChat({ uuid: "a", chat_messages: [{ sender: "human", text }] })).toMatchObject({ ok: false });
  });
});

const node = (parent: string | null, message: unknown = { author: { role: "user" }, content: { parts: ["a"] } }) => ({
  parent,
  message,
});
const chatGpt = (message: unknown) => ({
  conversation_id: "a",
  current_node: "n",
  mapping: { n: node(null, message) },
});
