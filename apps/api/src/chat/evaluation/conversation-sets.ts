import type { AskedConversation } from './asked-question.ts'
import { fifthConversations } from './fifth-conversations.ts'
import { fourthConversations } from './fourth-conversations.ts'
import { fourthMixed } from './fourth-mixed.ts'
import { heldConversations } from './held-conversations.ts'
import { secondConversations } from './second-conversations.ts'
import { sixthConversations } from './sixth-conversations.ts'
import { thirdConversations } from './third-conversations.ts'
import { thirdMixed } from './third-mixed.ts'
import { tuningConversations } from './tuning-conversations.ts'

/** In the order in which they were written. What each showed when it was asked first is in docs/proofs.md. */
export const conversationSets: Record<string, AskedConversation[]> = {
  tuning: tuningConversations,
  second: secondConversations,
  held: heldConversations,
  third: [...thirdConversations, ...thirdMixed],
  fourth: [...fourthConversations, ...fourthMixed],
  fifth: fifthConversations,
  sixth: sixthConversations,
}
