import { z } from "zod";

/** Every id is a UUID (version 7, so that ids sort by time); the brand keeps one kind from passing for another. */
const id = <Brand extends string>(brand: Brand) => z.uuid().brand(brand);

export const UserId = id("UserId");
export type UserId = z.infer<typeof UserId>;
export const ProjectId = id("ProjectId");
export type ProjectId = z.infer<typeof ProjectId>;
export const SessionId = id("SessionId");
export type SessionId = z.infer<typeof SessionId>;
export const StageRunId = id("StageRunId");
export type StageRunId = z.infer<typeof StageRunId>;
export const JobId = id("JobId");
export type JobId = z.infer<typeof JobId>;
export const ConversationId = id("ConversationId");
export type ConversationId = z.infer<typeof ConversationId>;
export const ExchangeId = id("ExchangeId");
export type ExchangeId = z.infer<typeof ExchangeId>;
export const ContributionId = id("ContributionId");
export type ContributionId = z.infer<typeof ContributionId>;
export const DocumentId = id("DocumentId");
export type DocumentId = z.infer<typeof DocumentId>;
export const NotificationId = id("NotificationId");
export type NotificationId = z.infer<typeof NotificationId>;
export const FeedbackId = id("FeedbackId");
export type FeedbackId = z.infer<typeof FeedbackId>;
export const FindingId = id("FindingId");
export type FindingId = z.infer<typeof FindingId>;
export const CardId = id("CardId");
export type CardId = z.infer<typeof CardId>;
export const FactId = id("FactId");
export type FactId = z.infer<typeof FactId>;
export const BundleId = id("BundleId");
export type BundleId = z.infer<typeof BundleId>;
export const ParseRunId = id("ParseRunId");
export type ParseRunId = z.infer<typeof ParseRunId>;
export const FactNoteId = id("FactNoteId");
export type FactNoteId = z.infer<typeof FactNoteId>;
