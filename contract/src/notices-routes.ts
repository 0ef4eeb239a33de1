import { z } from "zod";
import { NoticeId } from "./ids.ts";
import { Notice } from "./resources.ts";
import { pageOf, type Route } from "./route.ts";

/** What a person should know of. */
export const noticesRoutes = {
  listNotices: {
    method: "get",
    path: "/api/notices",
    about: "What happened, newest first. What waits for you is in the inbox.",
    query: z.object({
      unread: z.stringbool().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: NoticeId.optional(),
    }),
    response: pageOf(Notice),
  },
  readNotice: {
    method: "post",
    path: "/api/notices/{noticeId}/read",
    about: "Marks a notice as read.",
    params: z.object({ noticeId: NoticeId }),
    response: Notice,
  },
} as const satisfies Record<string, Route>;
