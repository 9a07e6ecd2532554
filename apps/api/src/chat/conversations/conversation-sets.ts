import type { AskedConversation } from './asked-question.ts'
import { eighthConversations } from './sets/eighth-conversations.ts'
import { eleventhConversations } from './sets/eleventh-conversations.ts'
import { fifteenthConversations } from './sets/fifteenth-conversations.ts'
import { fifteenthMixed } from './sets/fifteenth-mixed.ts'
import { fifthConversations } from './sets/fifth-conversations.ts'
import { fourteenthConversations } from './sets/fourteenth-conversations.ts'
import { fourthConversations } from './sets/fourth-conversations.ts'
import { fourthMixed } from './sets/fourth-mixed.ts'
import { heldConversations } from './sets/held-conversations.ts'
import { nineteenthConversations } from './sets/nineteenth-conversations.ts'
import { nineteenthMixed } from './sets/nineteenth-mixed.ts'
import { ninthConversations } from './sets/ninth-conversations.ts'
import { ninthMixed } from './sets/ninth-mixed.ts'
import { secondConversations } from './sets/second-conversations.ts'
import { seventhConversations } from './sets/seventh-conversations.ts'
import { sixteenthConversations } from './sets/sixteenth-conversations.ts'
import { sixthConversations } from './sets/sixth-conversations.ts'
import { tenthConversations } from './sets/tenth-conversations.ts'
import { tenthMixed } from './sets/tenth-mixed.ts'
import { thirdConversations } from './sets/third-conversations.ts'
import { thirdMixed } from './sets/third-mixed.ts'
import { thirteenthConversations } from './sets/thirteenth-conversations.ts'
import { tuningConversations } from './sets/tuning-conversations.ts'
import { twelfthConversations } from './sets/twelfth-conversations.ts'
import { twelfthMixed } from './sets/twelfth-mixed.ts'
import { eighteenthConversations } from './unseen/eighteenth-conversations.ts'
import { eighteenthMixed } from './unseen/eighteenth-mixed.ts'
import { seventeenthConversations } from './unseen/seventeenth-conversations.ts'
import { twentiethConversations } from './unseen/twentieth-conversations.ts'
import { twentiethMixed } from './unseen/twentieth-mixed.ts'
import { twentyFifthConversations } from './unseen/twenty-fifth-conversations.ts'
import { twentyFifthMixed } from './unseen/twenty-fifth-mixed.ts'
import { twentyFifthMore } from './unseen/twenty-fifth-more.ts'
import { twentyFirstConversations } from './unseen/twenty-first-conversations.ts'
import { twentyFirstMixed } from './unseen/twenty-first-mixed.ts'
import { twentyFourthConversations } from './unseen/twenty-fourth-conversations.ts'
import { twentyFourthMixed } from './unseen/twenty-fourth-mixed.ts'
import { twentyFourthMore } from './unseen/twenty-fourth-more.ts'
import { twentySecondConversations } from './unseen/twenty-second-conversations.ts'
import { twentySecondMixed } from './unseen/twenty-second-mixed.ts'
import { twentySeventhConversations } from './unseen/twenty-seventh-conversations.ts'
import { twentySeventhMixed } from './unseen/twenty-seventh-mixed.ts'
import { twentySeventhMore } from './unseen/twenty-seventh-more.ts'
import { twentySixthConversations } from './unseen/twenty-sixth-conversations.ts'
import { twentySixthMixed } from './unseen/twenty-sixth-mixed.ts'
import { twentySixthMore } from './unseen/twenty-sixth-more.ts'
import { twentyThirdConversations } from './unseen/twenty-third-conversations.ts'
import { twentyThirdMixed } from './unseen/twenty-third-mixed.ts'
import { twentyThirdMore } from './unseen/twenty-third-more.ts'

/** What was learned and mended from, in the order in which it was written. What each set showed when it was asked first is in docs/proofs.md. */
export const learnedSets: Record<string, AskedConversation[]> = {
  tuning: tuningConversations,
  second: secondConversations,
  held: heldConversations,
  third: [...thirdConversations, ...thirdMixed],
  fourth: [...fourthConversations, ...fourthMixed],
  fifth: fifthConversations,
  sixth: sixthConversations,
  seventh: seventhConversations,
  eighth: eighthConversations,
  ninth: [...ninthConversations, ...ninthMixed],
  tenth: [...tenthConversations, ...tenthMixed],
  eleventh: eleventhConversations,
  twelfth: [...twelfthConversations, ...twelfthMixed],
  thirteenth: thirteenthConversations,
  fourteenth: fourteenthConversations,
  fifteenth: [...fifteenthConversations, ...fifteenthMixed],
  sixteenth: sixteenthConversations,
  nineteenth: [...nineteenthConversations, ...nineteenthMixed],
  seventeenth: seventeenthConversations,
  eighteenth: [...eighteenthConversations, ...eighteenthMixed],
  twentieth: [...twentiethConversations, ...twentiethMixed],
  twentyFirst: [...twentyFirstConversations, ...twentyFirstMixed],
  twentySecond: [...twentySecondConversations, ...twentySecondMixed],
  twentyThird: [...twentyThirdConversations, ...twentyThirdMore, ...twentyThirdMixed],
  twentyFourth: [...twentyFourthConversations, ...twentyFourthMore, ...twentyFourthMixed],
  twentyFifth: [...twentyFifthConversations, ...twentyFifthMore, ...twentyFifthMixed],
  twentySixth: [...twentySixthConversations, ...twentySixthMore, ...twentySixthMixed],
}

/** Asked once, by `npm run ask -- <name>` and by no test: how well Infra does with what it has not seen. Then they are learned from. */
export const unseenSets: Record<string, AskedConversation[]> = {
  twentySeventh: [...twentySeventhConversations, ...twentySeventhMore, ...twentySeventhMixed],
}
