/** What is wrong with a result, as a sentence, or null. */
export type GateRefusal = string | null

export const OTHER_SIZE = 'The picture does not have the size that its input implies.'
