import type { AskedConversation } from './asked-question.ts'
import { eighthConversations } from './early-sets/eighth-conversations.ts'
import { eleventhConversations } from './early-sets/eleventh-conversations.ts'
import { fifteenthConversations } from './early-sets/fifteenth-conversations.ts'
import { fifteenthMixed } from './early-sets/fifteenth-mixed.ts'
import { fifthConversations } from './early-sets/fifth-conversations.ts'
import { fourteenthConversations } from './early-sets/fourteenth-conversations.ts'
import { fourthConversations } from './early-sets/fourth-conversations.ts'
import { fourthMixed } from './early-sets/fourth-mixed.ts'
import { heldConversations } from './early-sets/held-conversations.ts'
import { nineteenthConversations } from './early-sets/nineteenth-conversations.ts'
import { nineteenthMixed } from './early-sets/nineteenth-mixed.ts'
import { ninthConversations } from './early-sets/ninth-conversations.ts'
import { ninthMixed } from './early-sets/ninth-mixed.ts'
import { secondConversations } from './early-sets/second-conversations.ts'
import { seventhConversations } from './early-sets/seventh-conversations.ts'
import { sixteenthConversations } from './early-sets/sixteenth-conversations.ts'
import { sixthConversations } from './early-sets/sixth-conversations.ts'
import { tenthConversations } from './early-sets/tenth-conversations.ts'
import { tenthMixed } from './early-sets/tenth-mixed.ts'
import { thirdConversations } from './early-sets/third-conversations.ts'
import { thirdMixed } from './early-sets/third-mixed.ts'
import { thirteenthConversations } from './early-sets/thirteenth-conversations.ts'
import { tuningConversations } from './early-sets/tuning-conversations.ts'
import { twelfthConversations } from './early-sets/twelfth-conversations.ts'
import { twelfthMixed } from './early-sets/twelfth-mixed.ts'
import { eighteenthConversations } from './later-sets/eighteenth-conversations.ts'
import { eighteenthMixed } from './later-sets/eighteenth-mixed.ts'
import { seventeenthConversations } from './later-sets/seventeenth-conversations.ts'
import { twentiethConversations } from './later-sets/twentieth-conversations.ts'
import { twentiethMixed } from './later-sets/twentieth-mixed.ts'
import { twentyFifthConversations } from './later-sets/twenty-fifth-conversations.ts'
import { twentyFifthMixed } from './later-sets/twenty-fifth-mixed.ts'
import { twentyFifthMore } from './later-sets/twenty-fifth-more.ts'
import { twentyFirstConversations } from './later-sets/twenty-first-conversations.ts'
import { twentyFirstMixed } from './later-sets/twenty-first-mixed.ts'
import { twentyFourthConversations } from './later-sets/twenty-fourth-conversations.ts'
import { twentyFourthMixed } from './later-sets/twenty-fourth-mixed.ts'
import { twentyFourthMore } from './later-sets/twenty-fourth-more.ts'
import { twentySecondConversations } from './later-sets/twenty-second-conversations.ts'
import { twentySecondMixed } from './later-sets/twenty-second-mixed.ts'
import { twentySeventhConversations } from './later-sets/twenty-seventh-conversations.ts'
import { twentySeventhMixed } from './later-sets/twenty-seventh-mixed.ts'
import { twentySeventhMore } from './later-sets/twenty-seventh-more.ts'
import { twentySixthConversations } from './later-sets/twenty-sixth-conversations.ts'
import { twentySixthMixed } from './later-sets/twenty-sixth-mixed.ts'
import { twentySixthMore } from './later-sets/twenty-sixth-more.ts'
import { twentyThirdConversations } from './later-sets/twenty-third-conversations.ts'
import { twentyThirdMixed } from './later-sets/twenty-third-mixed.ts'
import { twentyThirdMore } from './later-sets/twenty-third-more.ts'
import { thirtiethConversations } from './newest-sets/thirtieth-conversations.ts'
import { thirtiethMixed } from './newest-sets/thirtieth-mixed.ts'
import { thirtiethMore } from './newest-sets/thirtieth-more.ts'
import { thirtyFirstConversations } from './newest-sets/thirty-first-conversations.ts'
import { thirtyFirstMixed } from './newest-sets/thirty-first-mixed.ts'
import { thirtyFirstMore } from './newest-sets/thirty-first-more.ts'
import { twentyEighthConversations } from './newest-sets/twenty-eighth-conversations.ts'
import { twentyEighthMixed } from './newest-sets/twenty-eighth-mixed.ts'
import { twentyEighthMore } from './newest-sets/twenty-eighth-more.ts'
import { twentyNinthConversations } from './newest-sets/twenty-ninth-conversations.ts'
import { twentyNinthMixed } from './newest-sets/twenty-ninth-mixed.ts'
import { twentyNinthMore } from './newest-sets/twenty-ninth-more.ts'

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
  twentySeventh: [...twentySeventhConversations, ...twentySeventhMore, ...twentySeventhMixed],
  twentyEighth: [...twentyEighthConversations, ...twentyEighthMore, ...twentyEighthMixed],
  twentyNinth: [...twentyNinthConversations, ...twentyNinthMore, ...twentyNinthMixed],
  thirtieth: [...thirtiethConversations, ...thirtiethMore, ...thirtiethMixed],
  thirtyFirst: [...thirtyFirstConversations, ...thirtyFirstMore, ...thirtyFirstMixed],
}

/** Asked once, by `npm run ask -- <name>` and by no test: how well Infra does with what it has not seen. Then they are learned from. */
export const unseenSets: Record<string, AskedConversation[]> = {}
