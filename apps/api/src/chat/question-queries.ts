import { and, asc, eq, gt, lt } from 'drizzle-orm'
import { chatQuestions } from '../db/chat-tables.ts'
import type { Db } from '../db/client.ts'

export type QuestionRow = typeof chatQuestions.$inferSelect

/** One person's questions that have no answer yet, oldest first. */
export async function listOpenQuestions(db: Db, address: string, now: Date): Promise<QuestionRow[]> {
  return db
    .select()
    .from(chatQuestions)
    .where(and(eq(chatQuestions.address, address), gt(chatQuestions.expiresAt, now)))
    .orderBy(asc(chatQuestions.startedAt))
}

export async function insertQuestion(db: Db, question: QuestionRow): Promise<void> {
  await db.insert(chatQuestions).values(question)
}

export async function deleteQuestion(db: Db, id: string): Promise<void> {
  await db.delete(chatQuestions).where(eq(chatQuestions.id, id))
}

/** Questions of a process that exited in the middle of an answer. */
export async function deleteExpiredQuestions(db: Db, now: Date): Promise<void> {
  await db.delete(chatQuestions).where(lt(chatQuestions.expiresAt, now))
}
